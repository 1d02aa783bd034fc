"""Small boards solved by trying everything, for drop games, avoid four and PopOut: plain text columns, nothing of the
rules or the engine. Values are 1, 0, -1 for the side to move; seats '1' and '2', '1' first; moves as in rules/."""

POPPED = 16


class Board:
    """columns x rows, `connect` in a line. A state is a tuple of columns, texts of seats from the bottom."""

    def __init__(self, columns, rows, connect, losing=False, pops=False, both=0):
        """losing: who makes a line loses. both: who wins by a pop with lines of both, 0 popper 1 opponent 2 nobody."""
        self.rows, self.losing, self.pops, self.both = rows, losing, pops, both
        self.start = ("",) * columns
        ways = [[(column + k * over, row + k * up) for k in range(connect)] for column in range(columns)
                for row in range(rows) for over, up in ((1, 0), (0, 1), (1, 1), (1, -1))]
        self.through = [[line for line in ways if any(cell[0] == column for cell in line) and
                         all(0 <= c < columns and 0 <= r < rows for c, r in line)] for column in range(columns)]
        self.known = {}

    def has_line(self, state, column, seat):
        """A line through a column, the only one that has changed."""
        return any(all(state[c][r:r + 1] == seat for c, r in line) for line in self.through[column])

    def moves(self, state, seat):
        """(move, state after it, result for the mover or None where the game goes on) of every legal move."""
        found = []
        for column, discs in enumerate(state):
            if len(discs) < self.rows:
                found.append(self.after(state, seat, column))
            if self.pops and discs[:1] == seat:
                found.append(self.after(state, seat, POPPED + column))
        return found

    def after(self, state, seat, move):
        column, other = move % POPPED, "21"[int(seat) - 1]
        discs = state[column][1:] if move >= POPPED else state[column] + seat
        state = state[:column] + (discs,) + state[column + 1:]
        own, theirs = (self.has_line(state, column, each) for each in (seat, other))
        if own and theirs:
            return move, state, (1, -1, 0)[self.both]
        if own or theirs:
            return move, state, 1 if own != self.losing else -1
        full = not self.pops and all(len(discs) == self.rows for discs in state)
        return move, state, 0 if full else None

    def value(self, state, seat):
        """Of a game without pops, by looking at all that can follow."""
        if state not in self.known:
            best = -1
            children = self.moves(state, seat)
            for _, _, result in children:
                best = max(best, -1 if result is None else result)
            for _, child, result in children:
                if best < 1 and result is None:
                    best = max(best, -self.value(child, "21"[int(seat) - 1]))
            self.known[state] = best
        return self.known[state]

    def solve_pops(self, start=None):
        """{(state, seat): value} of all positions that can follow; who can't force an end has a draw by repetition.

        From the ends backwards: a state is won with a move to a lost one, lost when all its moves lead to won ones."""
        states, number = [(start or self.start, "1")], {}
        ends: list = []
        before: list = []
        number[states[0]] = 0
        before.append([])
        for state, seat in states:                      # which grows meanwhile
            results = []
            for _, child, result in self.moves(state, seat):
                key = (child, "21"[int(seat) - 1])
                if result is None and key not in number:
                    number[key] = len(states)
                    states.append(key)
                    before.append([])
                if result is None:
                    before[number[key]].append(number[state, seat])
                results.append(result)
            ends.append(results)
        values, left, ready = [0] * len(states), [], []
        for k, results in enumerate(ends):
            left.append(sum(result != -1 for result in results))        # ways out of losing
            if 1 in results or not left[k]:
                values[k] = 1 if 1 in results else -1
                ready.append(k)
        for k in ready:
            for earlier in before[k]:
                left[earlier] -= values[k] == 1
                if not values[earlier] and (values[k] == -1 or not left[earlier]):
                    values[earlier] = 1 if values[k] == -1 else -1
                    ready.append(earlier)
        return dict(zip(states, values))
