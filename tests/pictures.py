"""The pictures of the docs that a browser and matplotlib draw: run as a program, it makes them anew by the tool.

That of a terminal is made by `generated.py`, and compared with what is there; these depend on fonts and versions.
"""

import base64
import io
import tempfile
from pathlib import Path

from PIL import Image

from browsers import start_browser
from generated import printed
from pages import ROOT

DOCS = ROOT / "python" / "mondegreen" / "docs"
DATA = ROOT / "egs" / "rescoring"
FILES = "ref.txt base.txt rescored.txt"
# So wide is the window, and so high are the parts of the page that are shown.
WIDE, HIGH = 1200, 860
COLORS = 255


def picture_page(place: Path) -> None:
    """The top of the page, and its first utterances."""
    page = place / "report.html"
    printed(f"mondegreen report {FILES} --quiet -o {page}", DATA)
    browser = start_browser()
    try:
        size = {"width": WIDE, "height": HIGH, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        browser.get(page.as_uri())
        for name, top in (("page", "body"), ("page-utterances", "#utterances")):
            browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", top)
            taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
            image = Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB")
            image.quantize(COLORS).save(DOCS / f"{name}.png", optimize=True)
    finally:
        browser.quit()


def draw_plots() -> None:
    """A figure of a comparison, as papers have it."""
    words = f"--quiet --report changes --plot scatter={DOCS / 'scatter.svg'}"
    printed(f"mondegreen compare {FILES} --metrics wer,cer {words}", DATA)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        picture_page(Path(directory))
    draw_plots()
