"""The web server: connections, workers and the events that tell phones of news."""
