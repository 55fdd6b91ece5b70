"""Random choices that follow from a seed alone, in all versions of Python."""

import hashlib
import random


class Dice:
    def __init__(self, *seed):
        digest = hashlib.sha256(repr(seed).encode()).digest()
        self._bits = random.Random(int.from_bytes(digest, "big")).getrandbits

    def below(self, n):
        """A number in [0, n)."""
        assert n > 0
        k = n.bit_length()
        while True:
            x = self._bits(k)
            if x < n:
                return x

    def between(self, low, high):
        """A number in [low, high]."""
        return low + self.below(high - low + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def weighted(self, items, weight=lambda item: item.weight):
        """One of the items, each as often as its weight, an integer, says."""
        at = self.below(sum(weight(item) for item in items))
        for item in items:
            at -= weight(item)
            if at < 0:
                return item
        raise AssertionError("not reached")

    def shuffled(self, items):
        rest, result = list(items), []
        while rest:
            result.append(rest.pop(self.below(len(rest))))
        return result

    def some(self, items, percent):
        return [item for item in items if self.chance(percent)]
