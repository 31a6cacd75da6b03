"""From pixels to places: the lens, the poses of the mats, the places on them."""
