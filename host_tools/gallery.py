"""`litfour gallery variants|states|selftest OUT.png`: one picture of every game, of every state of the board, or of
every step of its self-test, on one sheet. The games and states are those of states.py, as `litfour render` draws them.
"""

import sys

from host_tools.staging import Wish, staged
from host_tools.states import EXAMPLES, sheet_states

PITCH = 25
TITLE = 24
ACROSS = 5
GAP = 6


def add_arguments(parser):
    parser.add_argument("what", choices=["variants", "states", "selftest"])
    parser.add_argument("out", metavar="OUT", help="a .png")


def run(args):
    from host_tools.drawing import save
    from host_tools.render import PictureError, check_path
    try:
        path = check_path(args.out, ".png")
        save(sheet(args.what), path, small=True)
    except (PictureError, OSError) as error:
        print(f"litfour gallery: {error}", file=sys.stderr)
        return 2
    return 0


def shots(what):
    """What a sheet shows: [(title, panel, frame, brightness)]."""
    if what == "selftest":
        from host_tools.selftest_gallery import pictures
        return pictures()
    wishes = [Wish(settings={"variant": name}) for name in EXAMPLES] if what == "variants" else \
        [Wish(state=name) for name in sheet_states()]
    return [(shown.title, shown.panel, shown.frame, shown.brightness) for shown, _ in map(staged, wishes)]


def sheet(what):
    """The picture of a sheet."""
    return pasted(shots(what))


def pasted(shots):
    """One picture of many: (title, panel, frame, and the brightness if it is not the usual one)."""
    from PIL import Image, ImageDraw, ImageFont

    from host_tools.render import Renderer
    renderers: dict = {}
    images = []
    for title, panel, *light in shots:
        if panel.name not in renderers:
            renderers[panel.name] = Renderer(panel, PITCH)
        renderer = renderers[panel.name]
        images.append((title, renderer.image(*light)))
    width = max(image.size[0] for _, image in images) + GAP
    height = max(image.size[1] for _, image in images) + TITLE + GAP
    rows = -(-len(images) // ACROSS)
    whole = Image.new("RGB", (width * ACROSS + GAP, height * rows + GAP), (16, 16, 18))
    pen = ImageDraw.Draw(whole)
    font = ImageFont.load_default(15)
    for k, (title, image) in enumerate(images):
        left, top = k % ACROSS * width + GAP, k // ACROSS * height + GAP
        pen.text((left + 4, top + 2), title, font=font, fill=(225, 225, 225))
        whole.paste(image, (left + (width - GAP - image.size[0]) // 2, top + TITLE))
    return whole
