"""Cards of which others cover a part."""

from __future__ import annotations

import numpy as np

from vision.recognise.fanned import _correlation


def test_plain_surroundings_can_be_compared_with_any_other() -> None:
    """Without a division by zero, which would be taken for a picture that cannot be read."""
    plain = np.full((80, 60), 90, np.float32)
    drawn = np.asarray(np.random.default_rng(1).uniform(0, 255, (80, 60)), np.float32)
    for first, second in ((plain, plain), (plain, drawn), (drawn, plain)):
        assert np.isfinite(_correlation(first, second)).all()
    assert (_correlation(plain, plain) > 0.9).all()
