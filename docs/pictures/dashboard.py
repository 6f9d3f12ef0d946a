#!/usr/bin/env python3
"""Draws samples/observe/grafana-dashboard.json as a page, without Grafana: asks a Prometheus for each panel's queries.

    dashboard.py PROMETHEUS_URL JOB OUTPUT.html

The page shows the time in which Prometheus could scrape the job. It fails if a rule of Prometheus' has an error, if the
dashboard has a variable or a kind of panel that is not known here, or if no panel over time finds a series. It needs
Python 3 alone.
"""

import json
import math
import re
import sys
import time
import urllib.parse
import urllib.request
from datetime import datetime, timezone
from html import escape
from pathlib import Path

DASHBOARD = Path(__file__).parents[2] / "samples/observe/grafana-dashboard.json"
RATE_INTERVAL = "15s"  # Of a run of a minute. Grafana would take at least four scrapes, and usually a minute or more.
WIDTH, ROW, GAP, PADDING = 1144, 29, 8, 12  # In pixels; 24 columns, as in Grafana.
LEFT, BOTTOM, TOP = 52, 18, 6  # What a plot has beside it for the values and below it for the time.
COLORS = ["#2168d8", "#c4491b", "#15876a", "#8a4fc0", "#c08a00", "#5a6675", "#b8326f", "#3aa0c9"]
STATES = {"text": "#1b2330", "green": "#15876a", "yellow": "#b07c00", "red": "#c4491b"}

CSS = """
* { box-sizing: border-box; }
body { margin: 0; padding: 28px; background: #fff; color: #1b2330; width: 1200px;
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; font-weight: 650; }
header p { margin: 2px 0 0; color: #5a6675; font-size: 13px; }
header p.filled { color: #1b2330; margin: 8px 0 16px; }
header span { color: #5a6675; }
main { position: relative; }
section { position: absolute; overflow: hidden; background: #f6f8fa; border-radius: 6px; padding: 9px 12px; }
h2 { margin: 0; font-size: 14px; line-height: 19px; font-weight: 600; white-space: nowrap; }
section p { margin: 0; color: #5a6675; font-size: 11.5px; line-height: 15px; }
section.stat { padding: 9px 10px; }
.stat h2 { font-size: 12.5px; letter-spacing: -0.01em; }
section b { display: block; font-size: 26px; line-height: 36px; font-weight: 650; }
svg { display: block; margin-top: 2px; }
svg text { font: 11px system-ui, sans-serif; fill: #5a6675; }
ul { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 3px 0 0; padding: 0; list-style: none; font-size: 11px;
  line-height: 16px; }
li i { display: inline-block; width: 12px; height: 3px; margin: 0 5px 3px 0; }
"""


class Prometheus:
    """Prometheus' HTTP API."""

    def __init__(self, url):
        self.url = url

    def get(self, path, **parameters):
        """The data of an answer; an HTTPError if Prometheus refuses the question."""
        url = f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=30) as answer:
            return json.load(answer)["data"]

    def at(self, query, second):
        """The value of a query without labels; None if it finds nothing."""
        found = self.get("query", query=query, time=second)["result"]
        return float(found[0]["value"][1]) if found else None

    def over(self, query, start, end):
        """Each series that a query finds: its labels, and its value at each second that has a finite one."""
        found = self.get("query_range", query=query, start=start, end=end, step=1)["result"]
        return [
            (series["metric"], {int(at): float(value) for at, value in series["values"] if math.isfinite(float(value))})
            for series in found
        ]


class Colors:
    """Each host, reason or process has one color in all panels."""

    def __init__(self):
        self.given = {}

    def of(self, labels):
        (name,) = labels or [("", "")]
        kind = self.given.setdefault(name[0], [])
        if name[1] not in kind:
            kind.append(name[1])
        return COLORS[kind.index(name[1]) % len(COLORS)]


def fail(message):
    sys.exit(f"dashboard.py: {message}")


def filled(expression, variables):
    """An expression as Grafana would send it."""
    names = dict(variables, __rate_interval=RATE_INTERVAL)
    text = re.sub(r"\$(\w+)", lambda name: names.get(name[1], name[0]), expression)
    if "$" in text:
        fail(f"unknown variable in {expression}")
    return text


def in_unit(value, unit, step=None):
    """A value as Grafana's unit of that name shows it; with as many digits as a step of an axis needs."""
    if unit == "percentunit":
        value, suffix = value * 100, "%"
        step = step and step * 100
    elif unit == "bytes" and abs(value) >= 1024:
        value, suffix = value / 1024, " KiB"
        step = step and step / 1024
    else:
        suffixes = {"reqps": " req/s", "s": " s", "bytes": " B", "short": ""}
        if unit not in suffixes:
            fail(f"unknown unit {unit}")
        suffix = suffixes[unit]
    if step:
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
    else:
        digits = 0 if value == int(value) else 2 if abs(value) < 10 else 1
    return f"{value:.{digits}f}{suffix}"


def axis(most):
    """The step between the lines of an axis from 0: 1, 2 or 5 times a power of ten, so that three to five fit."""
    rough = most / 4
    power = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def clock(second, form="%H:%M:%S"):
    return datetime.fromtimestamp(second, timezone.utc).strftime(form)


def runs(values):
    """The parts of a line: seconds that follow each other. Where a series has no value the line has a gap."""
    part = []
    for second in sorted(values):
        if part and second != part[-1] + 1:
            yield part
            part = []
        part.append(second)
    if part:
        yield part


def stacked(series, stacks):
    """For each series its values with those below it, and what is below it."""
    below = {}
    for labels, values in series:
        floor = {second: below.get(second, 0) for second in values}
        tops = {second: value + floor[second] for second, value in values.items()}
        if stacks:
            below.update(tops)
        yield labels, tops, floor if stacks else dict.fromkeys(values, 0)


def plot(panel, series, start, end, width, height, colors):
    """The lines of a panel as SVG."""
    unit = panel["fieldConfig"]["defaults"]["unit"]
    custom = panel["fieldConfig"]["defaults"]["custom"]
    lines = list(stacked(series, custom["stacking"]["mode"] == "normal"))
    most = max((top for _, tops, _ in lines for top in tops.values()), default=0) or 1
    step = axis(most)
    if unit in ("short", "bytes") and step < 1:
        step = 1 if most > 0.99 else step
    most = step * math.ceil(most / step - 1e-9)

    def x(second):
        return round(LEFT + (second - start) / (end - start) * (width - LEFT - 8), 1)

    def y(value):
        return round(TOP + (1 - value / most) * (height - TOP - BOTTOM), 1)

    out = [f'<svg width="{width}" height="{height}">']
    for i in range(round(most / step) + 1):
        at = y(i * step)
        out.append(f'<path d="M{LEFT} {at}H{width - 8}" stroke="#dfe4ea"/>')
        out.append(f'<text x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{in_unit(i * step, unit, step)}</text>')
    every = 10 if width > 450 else 20
    for second in range(math.ceil(start / every) * every, end + 1, every):
        if 25 < x(second) - LEFT + 25 and x(second) < width - 24:
            out.append(f'<path d="M{x(second)} {TOP}V{y(0)}" stroke="#eceff3"/>')
            out.append(f'<text x="{x(second)}" y="{height - 3}" text-anchor="middle">{clock(second)}</text>')
    for labels, tops, floor in lines:
        color = colors.of(labels.items())
        for part in runs(tops):
            upper = " ".join(f"{x(second)},{y(tops[second])}" for second in part)
            lower = " ".join(f"{x(second)},{y(floor[second])}" for second in reversed(part))
            opacity = custom["fillOpacity"] / 100
            out.append(f'<polygon points="{upper} {lower}" fill="{color}" fill-opacity="{opacity}"/>')
            dot = f" {upper}" if len(part) == 1 else ""  # A line to itself, which its round ends show.
            out.append(
                f'<polyline points="{upper}{dot}" fill="none" stroke="{color}" stroke-width="1.5"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
            )
    return "".join(out) + "</svg>"


def stat(panel, prometheus, queries, end):
    """A number, in the color of the threshold that it has reached."""
    defaults = panel["fieldConfig"]["defaults"]
    value = prometheus.at(queries[0], end)
    reached = [
        step["color"]
        for step in defaults["thresholds"]["steps"]
        if step["value"] is None or (value or 0) >= step["value"]
    ]
    text = defaults["noValue"] if value is None else in_unit(value, defaults["unit"])
    return f'<b style="color:{STATES[reached[-1]]}">{escape(text)}</b><p>{escape(panel["description"])}</p>'


def time_series(panel, prometheus, queries, start, end, width, height, colors):
    """Lines, and a legend. A wide panel has room for two rows of it, a narrow one for two of the description."""
    series = [found for query in queries for found in prometheus.over(query, start, end)]
    if not series:
        print(f"dashboard.py: no series for {panel['title']}", file=sys.stderr)
    legend = "".join(
        f'<li><i style="background:{colors.of(labels.items())}"></i>{escape(next(iter(labels.values())))}</li>'
        for labels, _ in series
    )
    picture = plot(panel, series, start, end, width, height - 19 - 15 - 2 - 35, colors)
    description = escape(panel.get("description", ""))
    rows = 1 if panel["gridPos"]["w"] >= 12 else 2
    return f'<p style="min-height:{15 * rows}px">{description}</p>{picture}<ul>{legend}</ul>', len(series)


def page(prometheus, job):
    dashboard = json.loads(DASHBOARD.read_text())
    asked = [variable for variable in dashboard["templating"]["list"] if variable["type"] == "query"]
    variables = {variable["name"]: variable["allValue"] for variable in asked}
    for group in prometheus.get("rules")["groups"]:
        for rule in group["rules"]:
            if rule.get("lastError"):
                fail(f"{rule['name']}: {rule['lastError']}")
    now = int(time.time())
    up = prometheus.over(f'up{{job="{job}"}} == 1', now - 3600, now)
    if not up:
        fail(f"Prometheus has not scraped {job}")
    start, end = min(up[0][1]), max(up[0][1])
    colors, found, panels, bottom = Colors(), 0, [], 0
    for panel in dashboard["panels"]:
        grid = panel["gridPos"]
        column = (WIDTH + GAP) / 24
        width, height = grid["w"] * column - GAP, grid["h"] * ROW - GAP
        bottom = max(bottom, (grid["y"] + grid["h"]) * ROW)
        queries = [filled(target["expr"], variables) for target in panel["targets"]]
        if panel["type"] == "stat":
            content = stat(panel, prometheus, queries, end)
        elif panel["type"] == "timeseries":
            inner = round(width - 2 * PADDING), round(height - 18)
            content, count = time_series(panel, prometheus, queries, start, end, *inner, colors)
            found += count
        else:
            fail(f"unknown kind of panel: {panel['type']}")
        place = f"left:{grid['x'] * column:.0f}px;top:{grid['y'] * ROW}px;width:{width:.0f}px;height:{height}px"
        panels.append(f'<section class="{panel["type"]}" style="{place}"><h2>{escape(panel["title"])}</h2>{content}</section>')
    if not found:
        fail("no query over time has found a series")
    chosen = " &nbsp; ".join(f"<span>{escape(variable['label'])}:</span> All" for variable in asked)
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(dashboard["title"])}</title>
<style>{CSS}</style><header><h1>{escape(dashboard["title"])}</h1>
<p>Drawn from the queries of samples/observe/grafana-dashboard.json, not by Grafana. Each query was sent to a Prometheus
that scraped the service every second.<br>The variable $__rate_interval is {RATE_INTERVAL} here, because the run took
{end - start} seconds; the numbers in the first row are those at its end. Where a query divides by zero, its line has a gap.</p>
<p class="filled">{clock(start, "%Y-%m-%d %H:%M:%S")} to {clock(end)} UTC &nbsp; {chosen}</p></header>
<main style="height:{bottom}px">{"".join(panels)}</main></html>
"""


if __name__ == "__main__":
    if len(sys.argv) != 4:
        fail("usage: dashboard.py PROMETHEUS_URL JOB OUTPUT.html")
    Path(sys.argv[3]).write_text(page(Prometheus(sys.argv[1]), sys.argv[2]))
