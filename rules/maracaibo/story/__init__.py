"""The campaign: what is kept between its matches, and the story that they tell."""
