"""What `./run bench` measures, a module for each subject."""
