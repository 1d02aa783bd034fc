"""What moves on the board besides a falling disc: loaded with the games that need it. A change is a tuple of
rules/position.py: (kind, column, row, seat). Nothing here allocates."""

from litfour.rules.position import CRUSH, FALL, KEEP, PLACE, SLIDE, SWAP
from litfour.rules.variants import PEG, ROUND
from litfour.view.palette import WHITE, share
from litfour.view.scene import FALL_GRAVITY

REVEAL = 8              # a change of the view alone: (REVEAL, choices as in the move code, 0, first seat from 0)
_LAYER_FRAMES = 5       # that a disc takes from one layer to the next
_SLIDE_FRAMES = 10
_KEEP_FRAMES = 24       # a kept disc shines before it leaves
_PLACE_FRAMES = 16
_BLINK_FRAMES = 32
_REVEAL_STEP = 18       # frames from one seat's choice to the next


def with_reveal(position, move):
    """The changes of the last move; of a round of simultaneous play the choices are revealed first."""
    if position.variant.kind == ROUND:
        first = position.first - len(position.moves)     # the last becomes first: one seat on, each round
        return [(REVEAL, move, 0, first % 3)] + list(position.changes)
    return position.changes


def frames(scene, change):
    """How many frames a change takes."""
    kind, row = change[0], change[2]
    if kind == FALL:
        return (4 - row) * _LAYER_FRAMES if scene.position.variant.kind == PEG else scene.fall_frames(row)
    if kind == CRUSH:
        return scene.fall_frames(0) + 6
    if kind == SLIDE:
        return _SLIDE_FRAMES
    if kind == KEEP:
        return _KEEP_FRAMES + _SLIDE_FRAMES
    if kind == PLACE:
        return _PLACE_FRAMES
    return 5 * _REVEAL_STEP if kind == REVEAL else _BLINK_FRAMES


def draw(scene, n, change):
    """Frame n of a change, over the board as it was before."""
    kind = change[0]
    if kind == FALL and scene.position.variant.kind != PEG:
        scene.fall(n, change[1], change[2], change[3])
    else:
        scene.board(n)
        _DRAW[kind](scene, n, change[1], change[2], change[3])


def apply(scene, change):
    """The board as it is after a change."""
    kind, column, row, seat = change
    rows, cells = scene.position.variant.rows, scene.cells
    at = column * rows
    if kind in (FALL, PLACE):
        cells[at + row] = seat
    elif kind in (SLIDE, KEEP):
        for cell in range(at, at + rows - 1):
            cells[cell] = cells[cell + 1]
        cells[at + rows - 1] = 0
    elif kind == CRUSH:
        for cell in range(at, at + rows):
            cells[cell] = 0
        cells[at] = seat
    elif kind == SWAP:
        for cell in range(len(cells)):
            cells[cell] = (0, 2, 1, 3)[cells[cell]]


def mark_bottom(scene, mask, n):
    """The discs of the bottom row that may be popped blink, white and in their colour."""
    for column in range(scene.panel.columns):
        if mask >> column & 1 and n & 8:
            scene.frame.set(column, 0, WHITE)


def _sink(scene, n, column, row, seat):
    """3-D: the disc comes down through the layers."""
    layer = 3 - n // _LAYER_FRAMES
    scene.frame.put(scene.places[4 * column + (layer if layer > row else row)], scene.seats[seat])


def _slide(scene, n, column, row, seat):
    """The discs of a column come down by one row. Where two share a cell the nearer one shows."""
    way = n * 256 // _SLIDE_FRAMES
    rows, cells = scene.position.variant.rows, scene.cells
    for row in range(rows):
        cell = column * rows + row
        seat, level = cells[cell], share(max(0, 255 - way))
        above = cells[cell + 1] if row + 1 < rows else 0
        if above and (not seat or way >= 128):
            seat, level = above, share(min(way, 255))
        scene.frame.put(scene.places[cell], scene.seats[seat], level)


def _keep(scene, n, column, row, seat):
    """The kept disc shines, then it leaves."""
    if n >= _KEEP_FRAMES:
        _slide(scene, n - _KEEP_FRAMES, column, row, seat)
    elif n >> 2 & 1:
        scene.frame.set(scene.left + column, 0, WHITE)


def _crush(scene, n, column, row, seat):
    """The anvil: white, and what it has passed is gone."""
    rows = scene.position.variant.rows
    height = max(0, scene.panel.rows * 256 - FALL_GRAVITY * n * n)
    for row in range(rows):
        if row * 256 >= height:
            scene.frame.put(scene.places[column * rows + row], WHITE, 0)
    scene.between(scene.left + column, height, WHITE)


def _place(scene, n, column, row, seat):
    cell = column * scene.position.variant.rows + row
    scene.frame.put(scene.places[cell], scene.seats[seat] if n >> 2 & 1 else WHITE)


def _swap(scene, n, column, row, seat):
    """All discs in the other colour, and back."""
    if n & 8:
        for cell in range(len(scene.cells)):
            seat = scene.cells[cell]
            if seat:
                scene.frame.put(scene.places[cell], scene.seats[3 - seat])


def _miss(scene, n, column, row, seat):
    """The column is full: the disc stays at its top."""
    if n & 8:
        scene.frame.set(scene.left + column, scene.panel.rows - 1, scene.seats[seat])
        scene.cue(scene.left + column, WHITE, 160, 32)


def _pass(scene, n, column, row, seat):
    """A seat has no move: its colour blinks over the whole width."""
    if n & 8:
        scene.cues((1 << scene.panel.columns) - 1, scene.seats[seat], 120, 32)


def _reveal(scene, n, choices, row, first):
    """The choices of a round, one after the other in the order of the drops: each a mark under the board's edge, the
    first highest."""
    shown = n // _REVEAL_STEP + 1
    for k in range(3):
        if k < shown:
            seat = (first + k) % 3 + 1
            column = scene.left + (choices >> 4 * seat - 4 & 15)
            scene.frame.set(column, scene.panel.rows - 1 - k, scene.seats[seat], 255 if n & 4 or k + 1 < shown else 120)
            scene.frame.set_rail(column, scene.seats[seat])


_DRAW = (_sink, _slide, _keep, _crush, _place, _swap, _miss, _pass, _reveal)      # by kind of change
