"""A simulated table on which people drag pieces where there is no camera."""
