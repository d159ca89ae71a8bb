"""Where the tokens of a segment stand: how many steps from its beginning, and on which line where they branch."""

from heapq import heappop, heappush

from mondegreen.dropin.sctk.align2html.model import LINE, REFERENCE, Segment, Token
from mondegreen.dropin.sctk.perl import number
from mondegreen.errors import ScoreError


class Lattice:
    """Begins, ends and lines of tokens, which push each other until all links fit.

    The original looks at the tokens in the order of their names and starts anew after every change; so here, but that
    only tokens that a change concerns are looked at again. Links that never fit (a circle, or a token behind another
    that is not before it) let the original run for ever.
    """

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.names = sorted(segment.tokens, key=number)
        place = {name: index for index, name in enumerate(self.names)}
        tokens = [segment.tokens[name] for name in self.names]
        self.previous = [[place[name] for name in token.previous] for token in tokens]
        self.following = [[place[name] for name in token.following] for token in tokens]
        self.readers: list[set[int]] = [{index} for index in range(len(tokens))]
        for index, (before, behind) in enumerate(zip(self.previous, self.following, strict=True)):
            for other in (*before, *behind):
                self.readers[other].add(index)
        self.begins = [0] * len(tokens)
        self.ends = [1] * len(tokens)
        self.lines = [0] * len(tokens)
        first = [index for index, before in enumerate(self.previous) if not before]
        for line, index in enumerate(first):
            self.lines[index] = line

    def settle(self) -> None:
        """Moves the tokens until none has to move."""
        waiting = list(range(len(self.names)))
        queued = set(waiting)
        links = sum(map(len, self.previous)) + sum(map(len, self.following))
        patience = budget = 4 * (links + 1)
        while waiting:
            index = heappop(waiting)
            queued.discard(index)
            pushed, pulled = self.push(index), self.pull(index)
            for changed in pushed | pulled:
                for reader in self.readers[changed] - queued:
                    heappush(waiting, reader)
                    queued.add(reader)
            # Ends go back and forth without a begin ever moving, or begins go up without end.
            patience = budget if pushed else patience - len(pulled)
            if patience < 0 or any(self.begins[moved] > len(self.names) for moved in pushed):
                self.refuse()
            if any(self.lines[moved] > len(self.names) + links for moved in pushed):
                self.refuse()

    def refuse(self) -> None:
        """Ends the run on what the original has no end on."""
        name = self.segment.name.decode("utf-8", "replace")
        raise ScoreError(f"the links between the tokens of the segment {name!r} contradict each other")

    def push(self, index: int) -> set[int]:
        """Moves the tokens behind one to its end, and below the lines that lead to them; gives those that moved."""
        moved = set()
        end, line = self.ends[index], self.lines[index]
        for branch, other in enumerate(self.following[index]):
            if self.begins[other] < end:
                self.begins[other], self.ends[other] = end, end + 1
                moved.add(other)
            lowest = line + branch - (len(self.previous[other]) - 1)
            if self.lines[other] < lowest:
                self.lines[other] = lowest
                moved.add(other)
        return moved

    def pull(self, index: int) -> set[int]:
        """Lets the tokens before one end where it begins; gives those that did not."""
        begin = self.begins[index]
        moved = {other for other in self.previous[index] if self.ends[other] != begin}
        for other in moved:
            self.ends[other] = begin
        return moved

    def apply(self) -> None:
        """Gives its tokens their lines, and times to those that have none."""
        height, length = max(0, *self.lines), max(0, *self.ends)
        for index, name in enumerate(self.names):
            token = self.segment.tokens[name]
            if not token.timed:
                if not length:
                    self.refuse()
                token.estimate(self.begins[index], self.ends[index], length)
                self.segment.estimated = True
            upward = token.side == REFERENCE
            token.y += LINE * (height - self.lines[index] if upward else self.lines[index])
        self.segment.height = (height + 1) * LINE


def arrange(segment: Segment) -> None:
    """Places the tokens of a segment; links that lead out of it count for nothing."""
    for token in segment.tokens.values():
        token.previous = within(segment.tokens, token.previous)
        token.following = within(segment.tokens, token.following)
    lattice = Lattice(segment)
    lattice.settle()
    lattice.apply()


def within(tokens: dict[bytes, Token], names: list[bytes]) -> list[bytes]:
    """The names that are of these tokens."""
    return [name for name in names if name in tokens]
