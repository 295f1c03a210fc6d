"""What stands on a tile besides characters: circles, bamboo, the bird, flowers and seasons, all from primitives.

A face is 300 wide and 400 high. In the indexed style nothing of it enters the box `INDEX`, where the digit stands.
"""

import math

INK, RED, GREEN, BLUE, GOLD = "#16233f", "#c3272b", "#14713f", "#1f4fa3", "#b8860b"
PLUM, YELLOW, VIOLET, LEAF, WOOD = "#d6336c", "#e8a200", "#7048a8", "#2f9e55", "#6b3f1d"
PAPER = "#fcf8ea"
INDEX = (0, 0, 88, 108)
"""Left, top, right, bottom of the corner kept free for the index."""

Place = tuple[int, int, int, str]
Stick = tuple[int, int, int, int, str]


def columns(xs: tuple[int, ...], rows: dict[int, str], radius: int) -> list[Place]:
    """Circles in a grid: every column in every row, a row's colour by its height."""
    return [(x, y, radius, colour) for y, colour in rows.items() for x in xs]


CIRCLES: dict[bool, dict[int, list[Place]]] = {
    True: {
        2: [(164, 118, 62, BLUE), (164, 298, 62, GREEN)],
        3: [(232, 88, 54, BLUE), (156, 206, 54, RED), (80, 322, 54, GREEN)],
        4: [(90, 176, 51, BLUE), (212, 176, 51, GREEN), (90, 314, 51, GREEN), (212, 314, 51, BLUE)],
        5: [
            (78, 170, 46, BLUE),
            (228, 92, 46, GREEN),
            (153, 230, 46, RED),
            (78, 330, 46, GREEN),
            (228, 330, 46, BLUE),
        ],
        6: [*columns((142, 236), {82: GREEN}, 43), *columns((142, 236), {218: RED, 324: RED}, 43)],
        7: [
            *((132, 62, 34, GREEN), (194, 104, 34, GREEN), (256, 146, 34, GREEN)),
            *columns((104, 208), {246: RED, 342: RED}, 42),
        ],
        8: columns((140, 234), {62: BLUE, 156: BLUE, 250: BLUE, 344: BLUE}, 42),
        9: columns((58, 150, 242), {160: GREEN, 251: RED, 342: BLUE}, 40),
    },
    False: {
        2: [(150, 108, 64, BLUE), (150, 292, 64, GREEN)],
        3: [(76, 82, 54, BLUE), (150, 200, 54, RED), (224, 318, 54, GREEN)],
        4: [(90, 106, 54, BLUE), (210, 106, 54, GREEN), (90, 294, 54, GREEN), (210, 294, 54, BLUE)],
        5: [
            (74, 84, 48, BLUE),
            (226, 84, 48, GREEN),
            (150, 200, 48, RED),
            (74, 316, 48, GREEN),
            (226, 316, 48, BLUE),
        ],
        6: [*columns((94, 206), {76: GREEN}, 46), *columns((94, 206), {212: RED, 324: RED}, 46)],
        7: [
            *((70, 58, 35, GREEN), (150, 98, 35, GREEN), (230, 138, 35, GREEN)),
            *columns((98, 202), {240: RED, 338: RED}, 43),
        ],
        8: columns((98, 202), {58: BLUE, 153: BLUE, 248: BLUE, 343: BLUE}, 43),
        9: columns((58, 150, 242), {72: GREEN, 200: RED, 328: BLUE}, 43),
    },
}


def row(y: int, sticks: dict[int, str], width: int, height: int) -> list[Stick]:
    """Upright sticks side by side, colour by place."""
    return [(x, y, width, height, colour) for x, colour in sticks.items()]


BAMBOO: dict[bool, dict[int, list[Stick]]] = {
    True: {
        2: [*row(112, {164: GREEN}, 42, 146), *row(290, {164: BLUE}, 42, 146)],
        3: [*row(112, {164: GREEN}, 42, 146), *row(290, {88: BLUE, 240: BLUE}, 42, 146)],
        4: [*row(112, {128: GREEN, 236: BLUE}, 40, 146), *row(290, {128: BLUE, 236: GREEN}, 40, 146)],
        5: [
            *row(104, {124: GREEN, 248: BLUE}, 38, 138),
            *row(201, {186: RED}, 38, 134),
            *row(298, {124: BLUE, 248: GREEN}, 38, 138),
        ],
        6: [
            *row(112, dict.fromkeys((126, 190, 254), GREEN), 38, 142),
            *row(294, dict.fromkeys((126, 190, 254), BLUE), 38, 142),
        ],
        7: [
            *row(78, {160: RED}, 36, 108),
            *row(206, {66: GREEN, 160: BLUE, 254: GREEN}, 36, 108),
            *row(328, {66: GREEN, 160: BLUE, 254: GREEN}, 36, 108),
        ],
        9: [
            *row(162, {62: RED, 150: BLUE, 238: GREEN}, 33, 82),
            *row(251, {62: RED, 150: BLUE, 238: GREEN}, 33, 82),
            *row(340, {62: RED, 150: BLUE, 238: GREEN}, 33, 82),
        ],
    },
    False: {
        2: [*row(108, {150: GREEN}, 44, 152), *row(292, {150: BLUE}, 44, 152)],
        3: [*row(108, {150: GREEN}, 44, 152), *row(292, {84: BLUE, 216: BLUE}, 44, 152)],
        4: [*row(108, {88: GREEN, 212: BLUE}, 44, 152), *row(292, {88: BLUE, 212: GREEN}, 44, 152)],
        5: [
            *row(102, {76: GREEN, 224: BLUE}, 40, 142),
            *row(200, {150: RED}, 40, 142),
            *row(298, {76: BLUE, 224: GREEN}, 40, 142),
        ],
        6: [
            *row(108, dict.fromkeys((72, 150, 228), GREEN), 40, 150),
            *row(292, dict.fromkeys((72, 150, 228), BLUE), 40, 150),
        ],
        7: [
            *row(78, {150: RED}, 36, 108),
            *row(204, {66: GREEN, 150: BLUE, 234: GREEN}, 36, 108),
            *row(326, {66: GREEN, 150: BLUE, 234: GREEN}, 36, 108),
        ],
        9: [
            *row(80, {66: RED, 150: BLUE, 234: GREEN}, 36, 104),
            *row(200, {66: RED, 150: BLUE, 234: GREEN}, 36, 104),
            *row(320, {66: RED, 150: BLUE, 234: GREEN}, 36, 104),
        ],
    },
}
EIGHT_ROWS = {True: ((174, 116), (322, 116)), False: ((108, 140), (292, 140))}
"""Middle and height of the M and the W of the eight bamboos."""


def dot(x: float, y: float, r: float, colour: str) -> str:
    """One circle of the circle suit: a coin with a flower in it."""
    art = (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.80:.1f}" fill="none" stroke="#fff" stroke-width="{r * 0.11:.1f}"/>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.17:.1f}" fill="#fff"/>'
    )
    for petal in range(6):
        angle = math.tau * petal / 6
        cx, cy = x + math.cos(angle) * r * 0.42, y + math.sin(angle) * r * 0.42
        art += f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r * 0.15:.1f}" fill="#fff"/>'
    return art


def wheel(x: int, y: int) -> str:
    """The one circle: a wheel of petals."""
    rings = ((112, GREEN), (98, "#fff"), (90, BLUE))
    art = "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>' for r, colour in rings)
    art += _ring(x, y, 16, (9, 17, 66), "#fff") + f'<circle cx="{x}" cy="{y}" r="42" fill="#fff"/>'
    return art + _ring(x, y, 6, (12, 17, 20), RED) + f'<circle cx="{x}" cy="{y}" r="9" fill="#fff"/>'


def circles(n: int, indexed: bool) -> str:
    """Faces 1p to 9p."""
    if n == 1:
        return wheel(154, 224) if indexed else wheel(150, 200)
    return "".join(dot(*place) for place in CIRCLES[indexed][n])


def stick(x: float, y: float, w: float, h: float, colour: str, turn: float = 0) -> str:
    """One stick of bamboo with its node."""
    light = f'width="{w * 0.26}" height="{h * 0.25}" rx="{w * 0.12}" fill="#fff" opacity=".92"'
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="{w * 0.42}" fill="{colour}"/>'
        f'<rect x="{-w * 0.62}" y="{-h * 0.07}" width="{w * 1.24}" height="{h * 0.14}" rx="{h * 0.06}" '
        f'fill="{colour}"/>'
        f'<rect x="{-w * 0.13}" y="{-h * 0.38}" {light}/><rect x="{-w * 0.13}" y="{h * 0.13}" {light}/></g>'
    )


def bamboo(n: int, indexed: bool) -> str:
    """Faces 1s to 9s."""
    if n == 1:
        return (
            f'<g transform="{"translate(7 36) scale(.92)" if indexed else "translate(-6 -12)"}">{bird()}</g>'
        )
    if n == 8:
        (upper, height), (lower, _) = EIGHT_ROWS[indexed]
        return _slanted(upper, height, GREEN, 34) + _slanted(lower, height, BLUE, -34)
    return "".join(stick(*place) for place in BAMBOO[indexed][n])


def _slanted(y: int, height: int, colour: str, turn: int) -> str:
    places = ((58, 0), (118, -turn), (182, turn), (242, 0))
    return "".join(
        stick(x, y, 32, height if not slant else height * 1.02, colour, slant) for x, slant in places
    )


def bird() -> str:
    """The one bamboo is a bird with a fanned tail."""
    art = ""
    for angle, colour in ((-58, GREEN), (-40, BLUE), (-22, GREEN), (-4, RED)):
        eye = BLUE if colour == RED else RED
        art += (
            f'<g transform="translate(150 238) rotate({angle})">'
            f'<path d="M0 0 C-26 -60 -22 -130 0 -158 C22 -130 26 -60 0 0Z" fill="{colour}"/>'
            f'<circle cy="-122" r="12" fill="#fff"/><circle cy="-122" r="6" fill="{eye}"/></g>'
        )
    return art + (
        "<path d='M92 250 C92 190 160 176 196 204 C206 160 262 158 268 196 L290 208 L266 216 "
        f"C264 262 236 318 168 318 C124 318 92 292 92 250Z' fill='{GREEN}'/>"
        "<path d='M112 250 C126 214 176 214 202 244 C188 284 138 294 112 250Z' fill='#fff'/>"
        f"<path d='M126 250 C140 230 168 228 190 246 C176 270 144 274 126 250Z' fill='{BLUE}'/>"
        f"<circle cx='240' cy='192' r='11' fill='#fff'/><circle cx='242' cy='192' r='6' fill='{INK}'/>"
        f"<path d='M266 196 L296 206 L264 216Z' fill='{RED}'/>"
        "<path d='M150 314 L142 360 M142 360 L120 372 M142 360 L164 372 M192 312 L196 360 M196 360 L174 372 "
        f"M196 360 L218 372' stroke='{RED}' stroke-width='10' stroke-linecap='round' fill='none'/>"
    )


def _ring(x: float, y: float, n: int, petal: tuple[float, float, float], colour: str) -> str:
    """`n` ellipses around a point; a petal is its half width, half height and distance."""
    rx, ry, away = petal
    return "".join(
        f'<ellipse cx="{x}" cy="{y - away}" rx="{rx}" ry="{ry}" fill="{colour}" '
        f'transform="rotate({360 * k / n:g} {x} {y})"/>'
        for k in range(n)
    )


def blossom(x: float, y: float, r: float) -> str:
    """A plum blossom of five petals."""
    art = (
        _ring(x, y, 5, (r * 0.84, r * 0.9, r), PLUM)
        + f'<circle cx="{x}" cy="{y}" r="{r * 0.55:.1f}" fill="{YELLOW}"/>'
    )
    return art + _ring(x, y, 5, (r * 0.08, r * 0.28, r * 0.86), "#ffd9e6")


def leaf(x: float, y: float, length: float, width: float, turn: float, colour: str) -> str:
    """A pointed leaf growing from (x, y)."""
    near, far = -length * 0.3, -length * 0.7
    return (
        f'<path transform="translate({x} {y}) rotate({turn})" fill="{colour}" '
        f'd="M0 0 C{width} {near} {width} {far} 0 {-length} C{-width} {far} {-width} {near} 0 0Z"/>'
    )


def _stroke(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" fill="none"/>'


def plum() -> str:
    """梅."""
    twig = _stroke("M36 380 C90 342 120 304 150 266 C180 236 230 226 262 190", WOOD, 13)
    return twig + blossom(148, 268, 40) + blossom(246, 204, 23) + blossom(74, 344, 19)


def orchid() -> str:
    """蘭."""
    blades = ((-116, 150), (-74, 220), (118, 160), (86, 230))
    art = "".join(
        _stroke(f"M150 386 Q{150 + dx * 0.4} {386 - h} {150 + dx} {386 - h * 0.66}", GREEN, 13)
        for dx, h in blades
    )
    art += _stroke("M150 386 V262", GREEN, 9)
    art += "".join(leaf(150, 252, 84, 24, turn, VIOLET) for turn in (0, 72, -72, 140, -140))
    return art + f'<circle cx="150" cy="252" r="16" fill="{YELLOW}"/>'


def bamboo_plant() -> str:
    """竹."""
    art = ""
    for x, top in ((128, 192), (196, 236)):
        art += f'<path d="M{x} 386 V{top}" stroke="{GREEN}" stroke-width="26"/>'
        art += "".join(
            f'<path d="M{x - 18} {y} H{x + 18}" stroke="{PAPER}" stroke-width="8"/>'
            for y in range(top + 44, 386, 60)
        )
    leaves = (
        (128, 222, 64),
        (128, 222, 104),
        (128, 284, -66),
        (128, 284, -104),
        (196, 254, 62),
        (196, 254, 98),
        (128, 200, -48),
    )
    return art + "".join(leaf(x, y, 82, 17, turn, LEAF) for x, y, turn in leaves)


def chrysanthemum() -> str:
    """菊."""
    art = (
        _stroke("M150 386 V280", GREEN, 12)
        + leaf(150, 378, 84, 24, -62, GREEN)
        + leaf(150, 378, 84, 24, 62, GREEN)
    )
    art += _ring(150, 254, 16, (13, 36, 58), YELLOW) + _ring(150, 254, 12, (11, 28, 33), "#f6c445")
    return art + '<circle cx="150" cy="254" r="19" fill="#c77700"/>'


def spring() -> str:
    """春: a tulip."""
    art = (
        _stroke("M150 388 V256", GREEN, 13)
        + leaf(150, 362, 104, 32, -58, LEAF)
        + leaf(150, 338, 104, 32, 58, LEAF)
    )
    return (
        art
        + "".join(leaf(150, 276, 96, 30, turn, "#e0568a") for turn in (-34, 34))
        + leaf(150, 278, 104, 30, 0, "#c2255c")
    )


def summer() -> str:
    """夏: the sun."""
    rays = "".join(
        f'<path d="M150 168 L138 200 L162 200Z" fill="#e8590c" transform="rotate({30 * k} 150 268)"/>'
        for k in range(12)
    )
    return (
        rays
        + '<circle cx="150" cy="268" r="60" fill="#f59f00"/><circle cx="150" cy="268" r="46" fill="#ffc93c"/>'
    )


def autumn() -> str:
    """秋: a maple leaf."""
    edge = (
        "M150 158 L172 206 L206 190 L198 236 L256 222 L240 254 L272 276 L222 300 L228 330 L150 320 "
        "L72 330 L78 300 L28 276 L60 254 L44 222 L102 236 L94 190 L128 206Z"
    )
    art = _stroke("M150 390 V320", "#8a3b12", 11)
    art += f'<path d="{edge}" fill="#d9480f" stroke="#d9480f" stroke-width="8" stroke-linejoin="round"/>'
    return art + _stroke("M150 316 V200 M150 306 L222 262 M150 306 L78 262", "#ffd8b8", 6)


def winter() -> str:
    """冬: a snow crystal."""
    arm = _stroke(
        "M150 268 V158 M150 196 L122 172 M150 196 L178 172 M150 228 L128 210 M150 228 L172 210", "#1c7ed6", 13
    )
    return "".join(f'<g transform="rotate({60 * k} 150 268)">{arm}</g>' for k in range(6))


SEASONS = (("春", spring), ("夏", summer), ("秋", autumn), ("冬", winter))
FLOWERS = (("梅", plum), ("蘭", orchid), ("竹", bamboo_plant), ("菊", chrysanthemum))
