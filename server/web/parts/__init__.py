"""What boards and pages are drawn with: pieces as cards, points, charts and pictures."""
