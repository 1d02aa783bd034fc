"""Finds a free spot on the silkscreen for each reference, so that no print lies on a pad or on other print."""

import pcbnew

GAP = 0.18


def _box(item):
    box = item.GetBoundingBox()
    return box.GetLeft() / 1e6, box.GetTop() / 1e6, box.GetRight() / 1e6, box.GetBottom() / 1e6


def _apart(one, other, gap=GAP):
    return one[2] + gap <= other[0] or other[2] + gap <= one[0] or one[3] + gap <= other[1] or other[3] + gap <= one[1]


def _ring_free(text, circle):
    """True if the box `text` lies wholly inside or wholly outside the drawn circle (x, y, radius)."""
    x, y, radius = circle
    corners = [(px - x, py - y) for px in (text[0], text[2]) for py in (text[1], text[3])]
    farthest = max(px * px + py * py for px, py in corners) ** 0.5
    nearest = (max(text[0] - x, 0, x - text[2]) ** 2 + max(text[1] - y, 0, y - text[3]) ** 2) ** 0.5
    return farthest + GAP < radius or nearest - GAP > radius


def _obstacles(board, layer):
    boxes, rings = [], []
    for footprint in board.board.GetFootprints():
        for pad in footprint.Pads():
            boxes.append(_box(pad))
        for item in footprint.GraphicalItems():
            if item.GetLayer() != layer:
                continue
            if isinstance(item, pcbnew.PCB_SHAPE) and item.GetShape() in (pcbnew.SHAPE_T_CIRCLE, pcbnew.SHAPE_T_ARC):
                centre = item.GetCenter()
                rings.append((centre.x / 1e6, centre.y / 1e6, item.GetRadius() / 1e6))
            elif isinstance(item, pcbnew.PCB_SHAPE) and item.GetShape() == pcbnew.SHAPE_T_RECT:
                left, top, right, bottom = _box(item)
                boxes += [(left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom),
                          (right, top, right, bottom)]
            else:
                boxes.append(_box(item))
    boxes += [_box(text) for text in board.texts if text.GetLayer() == layer]
    return boxes, rings


def _bodies(board):
    """ref -> box of the courtyard."""
    boxes = {}
    for ref, footprint in board.parts.items():
        yard = footprint.GetCourtyard(footprint.GetLayer()).BBox()
        boxes[ref] = yard.GetLeft() / 1e6, yard.GetTop() / 1e6, yard.GetRight() / 1e6, yard.GetBottom() / 1e6
    return boxes


def place_references(board, size=1.0, layer=pcbnew.F_SilkS, refs=None):
    """Moves the references of `board` (a Board) to free spots; ValueError names those that find none."""
    boxes, rings = _obstacles(board, layer)
    lost, bodies = [], _bodies(board)
    for ref, footprint in sorted(board.parts.items()):
        text = footprint.Reference()
        if refs is not None and ref not in refs:
            continue
        body = footprint.GetBoundingBox(False)
        middle = body.GetCenter()
        middle_x, middle_y = middle.x / 1e6, middle.y / 1e6
        half_w, half_h = body.GetWidth() / 2e6 + size * 0.8, body.GetHeight() / 2e6 + size * 0.8
        others = [body for other, body in bodies.items() if other != ref]
        tries = [(strict,) + spot for strict in (True, False) for spot in _candidates(half_w, half_h, size)]
        for strict, height, dx, dy, angle in tries:
            text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(height), pcbnew.FromMM(height)))
            text.SetTextThickness(pcbnew.FromMM(0.15 if height >= 1 else 0.12))
            text.SetKeepUpright(False)
            text.SetTextAngleDegrees(angle)
            text.SetPosition(pcbnew.VECTOR2I(pcbnew.FromMM(middle_x + dx), pcbnew.FromMM(middle_y + dy)))
            box = _box(text)
            inside = box[0] > 0.5 and box[1] > 0.5 and box[2] < board.width - 0.5 and box[3] < board.height - 0.5
            if strict and not all(_apart(box, body, 0) for body in others):
                continue            # it would seem to name its neighbour
            if inside and all(_apart(box, other) for other in boxes) and all(_ring_free(box, r) for r in rings):
                boxes.append(box)
                break
        else:
            lost.append(ref)
    if lost:
        raise ValueError("no room on the silkscreen for " + ", ".join(lost))


def _candidates(half_w, half_h, size):
    """(text height, dx, dy, angle) from the best to the worst."""
    for height in (size, 0.8):
        yield height, 0, 0, 0
        yield height, 0, 0, 90
        for far in (0, -0.4, -0.8, -1.2, 0.5, 1.0, 2.0):
            for slide in (0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9):
                yield height, slide * half_w, -half_h - far, 0
                yield height, slide * half_w, half_h + far, 0
                yield height, -half_w - far, slide * half_h, 90
                yield height, half_w + far, slide * half_h, 90
                yield height, half_w + far + 0.7, slide * half_h, 0
                yield height, -half_w - far - 0.7, slide * half_h, 0
