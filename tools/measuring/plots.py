"""Bars and curves as SVG, without any library."""
import math
from xml.sax.saxutils import escape

COLORS = ("#4269d0", "#efb118", "#3ca951", "#ff725c")
WIDTH, LEFT, RIGHT, LINE = 720, 210, 70, 22


def _document(height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif" font-size="12">\n'
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")  # fmt: skip


def _text(x, y, text, anchor="start", **more):
    style = "".join(f' {name}="{value}"' for name, value in more.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(str(text))}</text>'


def _legend(names, y):
    parts, x = [], LEFT
    for color, name in zip(COLORS, names):
        parts += [f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{color}"/>', _text(x + 17, y, name)]
        x += 30 + 7 * len(name)
    return parts


def bars(title, rows, names):
    """`rows`: (label, one number or None for each of `names`)."""
    most = max((value for _, values in rows for value in values if value), default=1)
    parts, y = [_text(10, 20, title, **{"font-weight": "bold"}), *_legend(names, 42)], 60
    for label, values in rows:
        parts.append(_text(LEFT - 8, y + len(values) * LINE / 2 + 4, label, "end"))
        for color, value in zip(COLORS, values):
            if value:
                width = (WIDTH - LEFT - RIGHT) * value / most
                parts += [f'<rect x="{LEFT}" y="{y + 2}" width="{width:.1f}" height="{LINE - 4}" fill="{color}"/>',
                          _text(LEFT + width + 5, y + LINE - 7, f"{value:.3g}")]  # fmt: skip
            y += LINE
        y += 10
    return _document(y + 5, parts)


def curves(title, x_name, y_name, lines):
    """`lines`: {name: [(x, y), ..]}, on logarithmic axes."""
    points = [point for line in lines.values() for point in line]
    x_range, y_range = ((math.floor(min(map(math.log10, axis))), math.ceil(max(map(math.log10, axis)) + 1e-9)) for axis in zip(*points))
    height, top, bottom, left = 360, 60, 50, 80

    def place(x, y):
        across = (math.log10(x) - x_range[0]) / max(1, x_range[1] - x_range[0])
        up = (math.log10(y) - y_range[0]) / max(1, y_range[1] - y_range[0])
        return left + across * (WIDTH - left - RIGHT), height - bottom - up * (height - top - bottom)

    parts = [_text(10, 20, title, **{"font-weight": "bold"}), *_legend(lines, 42)]
    for power in range(x_range[0], x_range[1] + 1):
        x, y = place(10.0**power, 10.0 ** y_range[0])
        parts += [f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{y:.1f}" stroke="#ddd"/>', _text(x, y + 18, f"{10.0**power:,g}", "middle")]
    for power in range(y_range[0], y_range[1] + 1):
        x, y = place(10.0 ** x_range[0], 10.0**power)
        parts += [f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>', _text(x - 6, y + 4, f"{10.0**power:,g}", "end")]
    for color, line in zip(COLORS, lines.values()):
        path = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += ['<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>'.format(*place(*point), color) for point in line]
    parts += [_text(WIDTH / 2, height - 10, x_name, "middle"), _text(left, top - 5, y_name, "end")]
    return _document(height, parts)
