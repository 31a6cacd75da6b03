"""Port Royal's cards as the phones draw them."""
