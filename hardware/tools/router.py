"""A two-layer maze router on a grid, with rip-up: enough for a through-hole board, the same result for the same input.

Lengths in mm. A pad is (x, y, half width, half height, net, layers), layers a tuple out of 0 (top) and 1 (bottom).
"""

import heapq
import math

GRID = 0.25
VIA_RADIUS = 0.4
VIA_COST = 40
CROSS_COST = 60         # per cell of another net's track that a blocked net may run through, and then rips up
_MOVES = ((1, 0, 10), (-1, 0, 10), (0, 1, 10), (0, -1, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14))


class RoutingError(RuntimeError):
    """A net found no way."""


class Router:
    """Routes nets over a width x height board. `clearance` is kept between copper of different nets."""

    def __init__(self, width, height, clearance=0.22, edge=0.6):
        self.nx, self.ny = round(width / GRID) + 1, round(height / GRID) + 1
        self.size = self.nx * self.ny
        self.clearance = clearance
        self.edge = edge
        self.pads = []
        self.areas = []         # (net, layer, frozenset of cells): poured copper, closed to other nets
        self.closed = [set(), set()]
        self.tracks = {}        # net -> list of paths; a path is a list of (layer, cell)
        self.widths = {}
        self.history = {}
        self._stamps = {}

    def cell(self, x, y):
        return round(y / GRID) * self.nx + round(x / GRID)

    def point(self, cell):
        return (cell % self.nx) * GRID, (cell // self.nx) * GRID

    def add_pad(self, x, y, half_w, half_h, net, layers):
        self.pads.append((x, y, half_w, half_h, net, layers))

    def close(self, x, y, radius):
        """No copper of the router within `radius` of a point, on both layers."""
        for layer in (0, 1):
            self.closed[layer] |= set(self._disc(x, y, radius))

    def close_area(self, polygon, margin=0.45):
        """No copper of the router in `polygon` or within `margin` of its corners and sides."""
        grown = [(x, y) for x, y in polygon]
        steps = [(dx * margin, dy * margin) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for c in self._box([(x + dx, y + dy) for x, y in grown for dx, dy in steps]):
            x, y = self.point(c)
            if any(_inside((x + dx, y + dy), grown) for dx, dy in steps):
                for layer in (0, 1):
                    self.closed[layer].add(c)

    def add_area(self, net, layer, polygon):
        """Copper of `net` will be poured into `polygon`: a target for its own net, closed to the others."""
        self.areas.append((net, layer, frozenset(c for c in self._box(polygon) if _inside(self.point(c), polygon))))

    def _box(self, points):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        for row in range(max(0, math.floor(min(ys) / GRID)), min(self.ny - 1, math.ceil(max(ys) / GRID)) + 1):
            for col in range(max(0, math.floor(min(xs) / GRID)), min(self.nx - 1, math.ceil(max(xs) / GRID)) + 1):
                yield row * self.nx + col

    def _disc(self, x, y, radius):
        box = self._box(((x - radius, y - radius), (x + radius, y + radius)))
        return [c for c in box if math.dist((x, y), self.point(c)) < radius]

    def _pad_stamp(self, pad, reach):
        x, y, half_w, half_h = pad[:4]
        key = (x, y, half_w, half_h, reach)
        if key not in self._stamps:
            grow = ((x - half_w - reach, y - half_h - reach), (x + half_w + reach, y + half_h + reach))
            cells = []
            for c in self._box(grow):
                px, py = self.point(c)
                if math.hypot(max(0, abs(px - x) - half_w), max(0, abs(py - y) - half_h)) < reach:
                    cells.append(c)
            self._stamps[key] = cells
        return self._stamps[key]

    def _offsets(self, reach):
        key = ("offsets", reach)
        if key not in self._stamps:
            n = int(reach / GRID) + 1
            self._stamps[key] = [dy * self.nx + dx for dy in range(-n, n + 1) for dx in range(-n, n + 1)
                                 if math.hypot(dx, dy) * GRID < reach]
        return self._stamps[key]

    def _walls(self, net, half):
        """(fixed, soft): per layer a bytearray of cells closed for the centre line, and of cells held by tracks."""
        fixed = [self._rim(half, layer) for layer in (0, 1)]
        soft = [{}, {}]
        for owner, layer, cells in self.areas:
            if owner != net:
                for c in cells:
                    fixed[layer][c] = 1
        reach = self.clearance + half
        for pad in self.pads:
            if pad[4] != net:
                for layer in pad[5]:
                    for c in self._pad_stamp(pad, reach):
                        fixed[layer][c] = 1
        for other, paths in self.tracks.items():
            if other != net:
                self._soften(other, paths, half, soft)
        return fixed, soft

    def _rim(self, half, layer):
        """Cells too near to the edge or in a closed area."""
        key = ("rim", half, layer)
        if key not in self._stamps:
            wall, margin = bytearray(self.size), self.edge + half
            right, bottom = (self.nx - 1) * GRID - margin, (self.ny - 1) * GRID - margin
            for c in range(self.size):
                x, y = self.point(c)
                if c in self.closed[layer] or not margin <= x <= right or not margin <= y <= bottom:
                    wall[c] = 1
            self._stamps[key] = wall
        return bytearray(self._stamps[key])

    def _soften(self, other, paths, half, soft):
        track = self._offsets(self.clearance + half + self.widths[other] / 2)
        via = self._offsets(self.clearance + half + VIA_RADIUS)
        for path in paths:
            for i, (layer, c) in enumerate(path):
                for d in track:
                    if 0 <= c + d < self.size:
                        soft[layer][c + d] = other
                if i and path[i - 1][0] != layer:
                    for d in via:
                        if 0 <= c + d < self.size:
                            soft[0][c + d] = soft[1][c + d] = other

    def _groups(self, net):
        """The net's separate pieces of copper: lists of (layer, cell); pads that lie in an area belong to it."""
        groups = [{(layer, c) for c in cells} for owner, layer, cells in self.areas if owner == net]
        for x, y, _w, _h, owner, layers in self.pads:
            if owner == net:
                spots = {(layer, self.cell(x, y)) for layer in layers}
                home = next((g for g in groups if g & spots), None)
                if home is None:
                    groups.append(spots)
                else:
                    home |= spots
        return groups

    def _search(self, net, half, tree, goals, hard):
        fixed, soft = self._walls(net, half)
        via_walls = self._walls(net, VIA_RADIUS)
        for layer, c in tree | goals:
            fixed[layer][c] = 0
        targets = [self.point(c) for _layer, c in list(goals)[:1] + list(goals)[-1:]] if len(goals) > 40 else \
            [self.point(c) for _layer, c in goals]
        far = len(goals) > 40

        def guess(c):
            if far:
                return 0
            x, y = self.point(c)
            return int(min(max(abs(x - a), abs(y - b)) for a, b in targets) / GRID) * 10

        queue = [(guess(c), 0, layer, c) for layer, c in sorted(tree)]
        best = {(layer, c): 0 for layer, c in tree}
        came = {}
        heapq.heapify(queue)
        while queue:
            _f, cost, layer, c = heapq.heappop(queue)
            if cost > best[layer, c]:
                continue
            if (layer, c) in goals:
                path = [(layer, c)]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path
            for step, extra in self._steps(layer, c, fixed, soft, via_walls, hard):
                total = cost + extra
                if total < best.get(step, 1 << 60):
                    best[step] = total
                    came[step] = (layer, c)
                    heapq.heappush(queue, (total + guess(step[1]), total, step[0], step[1]))
        return None

    def _steps(self, layer, c, fixed, soft, via_walls, hard):
        wall, held = fixed[layer], soft[layer]
        for dx, dy, price in _MOVES:
            n = c + dy * self.nx + dx
            if not 0 <= n < self.size or wall[n]:
                continue
            price += self.history.get((layer, n), 0) + (2 if (dx == 0) == (layer == 0) else 0)
            if n in held:
                if hard:
                    continue
                price += CROSS_COST
            yield (layer, n), price
        if not via_walls[0][0][c] and not via_walls[0][1][c]:
            price = VIA_COST
            if c in via_walls[1][0] or c in via_walls[1][1]:
                if hard:
                    return
                price += 4 * CROSS_COST
            if not fixed[1 - layer][c]:
                yield (1 - layer, c), price

    def _crossed(self, net, path, half):
        """Nets whose tracks `path` of `net` comes too near to."""
        _fixed, soft = self._walls(net, half)
        _fixed, via_soft = self._walls(net, VIA_RADIUS)
        found = set()
        for i, (layer, c) in enumerate(path):
            if c in soft[layer]:
                found.add(soft[layer][c])
                self.history[layer, c] = self.history.get((layer, c), 0) + 8
            if i and path[i - 1][0] != layer:
                found |= {via_soft[k][c] for k in (0, 1) if c in via_soft[k]}
        return found

    def route(self, wanted, log=print, limit=600):
        """Routes every net of `wanted` (dict: net -> width). RoutingError after `limit` attempts."""
        self.widths.update(wanted)
        queue = sorted(wanted, key=lambda net: (-wanted[net], self._span(net), net))
        for turn in range(limit):
            if not queue:
                log(f"routed in {turn} turns")
                return
            net = queue.pop(0)
            ripped = self._route_net(net)
            if ripped:
                log(f"{net} rips up {', '.join(sorted(ripped))}")
            for other in sorted(ripped):
                self.tracks.pop(other, None)
                if other not in queue:
                    queue.append(other)
        raise RoutingError(f"not routed after {limit} turns: {queue}")

    def _span(self, net):
        points = [pad[:2] for pad in self.pads if pad[4] == net]
        return sum(max(p[k] for p in points) - min(p[k] for p in points) for k in (0, 1)) if points else 0

    def _route_net(self, net):
        half = self.widths[net] / 2
        self.tracks[net] = []
        groups = self._groups(net)
        tree, ripped = set(groups.pop(0)) if groups else set(), set()
        while groups:
            goals = set().union(*groups)
            path = self._search(net, half, tree, goals, True)
            if path is None:
                path = self._search(net, half, tree, goals, False)
                if path is None:
                    raise RoutingError(f"{net} cannot be routed at all")
                ripped |= self._crossed(net, path, half)
            self.tracks[net].append(path)
            reached = [g for g in groups if path[0] in g]
            groups = [g for g in groups if path[0] not in g]
            tree = tree.union(path, *reached)
        return ripped

    def segments(self):
        """Yields ("track", net, layer, (x, y), (x, y), width) and ("via", net, (x, y))."""
        for net, paths in sorted(self.tracks.items()):
            for path in paths:
                start = 0
                for i in range(1, len(path) + 1):
                    last = i == len(path)
                    if not last and path[i][0] == path[start][0] and (
                            i == start + 1 or path[i][1] - path[i - 1][1] == path[i - 1][1] - path[i - 2][1]):
                        continue
                    if i - 1 > start:
                        yield ("track", net, path[start][0], self.point(path[start][1]), self.point(path[i - 1][1]),
                               self.widths[net])
                    if not last:
                        changes = path[i][0] != path[i - 1][0]
                        if changes:
                            yield ("via", net, self.point(path[i][1]))
                        start = i if changes else i - 1


def _inside(point, polygon):
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
