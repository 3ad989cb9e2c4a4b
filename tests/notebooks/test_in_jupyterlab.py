"""A notebook opened and run top to bottom in the real JupyterLab, in a real browser.

Two notebooks stand for all; ``DOUBLE_SEVEN_EVERY_NOTEBOOK=1`` runs every one. ``DOUBLE_SEVEN_SCREENSHOTS=FOLDER`` keeps
the pictures that the test takes, one a theme, as long as the notebook.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser: pip install playwright")

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ["00-start-here.ipynb", "08-your-variant.ipynb"]
if os.environ.get("DOUBLE_SEVEN_EVERY_NOTEBOOK"):
    NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    # No question and no look at the network at the first start.
    "apputils-extension/notification.jupyterlab-settings": '{"fetchNews": "false", "checkForUpdates": false}',
    # Every cell stands in the page, also those far below, so that all of them can be looked at.
    "notebook-extension/tracker.jupyterlab-settings": '{"windowingMode": "none"}',
}
MINUTES = 60_000

CHARTS_DRAWN = """images => images.map(image => {
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, image.width, image.height);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    let painted = 0;
    for (let alpha = 3; alpha < pixels.length; alpha += 4) painted += pixels[alpha] > 128;
    const cell = image.closest(".jp-OutputArea-output");
    return {
        type: image.src.slice(0, image.src.search(/[,;]/)),
        width: image.width,
        height: image.height,
        natural: image.naturalWidth,
        painted: painted,
        fits: cell.scrollWidth <= cell.clientWidth + 1,
    };
})"""


def browser_path() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no Chromium is installed: none of {', '.join(BROWSERS)} is on the path, and CHROMIUM is not set")
    return found


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def running_jupyterlab(folder: Path) -> Iterator[str]:
    """Start JupyterLab over copies of the notebooks, with a configuration of its own; give its address; end it."""
    root = folder / "root"
    shutil.copytree(ROOT / "notebooks", root, ignore=shutil.ignore_patterns(".*"))
    for name, text in SETTINGS.items():
        path = folder / "config" / "lab" / "user-settings" / "@jupyterlab" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    places = {
        "JUPYTER_CONFIG_DIR": folder / "config",
        "JUPYTER_DATA_DIR": folder / "data",
        "JUPYTER_RUNTIME_DIR": folder / "runtime",
        "IPYTHONDIR": folder / "ipython",
    }
    environment = {**os.environ, **{name: str(place) for name, place in places.items()}, "JUPYTER_PREFER_ENV_PATH": "1"}
    port = free_port()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={root}"]
    address = f"http://127.0.0.1:{port}"
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            wait_until_up(server, f"{address}/api", folder / "server.log")
            yield address
        finally:
            end(server)


def wait_until_up(server: "subprocess.Popen[bytes]", address: str, log: Path) -> None:
    patience = time.monotonic() + 60
    while time.monotonic() < patience and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


def end(server: "subprocess.Popen[bytes]") -> None:
    """Ask the server to end, which ends its kernels; then whatever is left of its session."""
    server.terminate()
    with suppress(subprocess.TimeoutExpired):
        server.wait(timeout=15)
    with suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)
    server.wait()


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory):
    browser_path()
    with running_jupyterlab(tmp_path_factory.mktemp("jupyterlab")) as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    path = browser_path()
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture(params=NOTEBOOKS)
def page(request, jupyterlab, browser):
    """The notebook, opened and not yet run, with ``errors`` that the browser meets on the way."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(MINUTES)
    page.name = Path(request.param).stem
    page.goto(f"{jupyterlab}/lab/workspaces/{page.name}/tree/{request.param}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'")
    yield page
    page.close()


def execute(page, command: str, arguments: dict[str, str] | None = None) -> None:
    """Have JupyterLab carry out one of its commands, and wait until that is done."""
    page.evaluate(
        "async ([command, given]) => { await window.jupyterapp.commands.execute(command, given); }",
        [command, arguments or {}],
    )


def charts(page) -> list[dict]:
    return page.eval_on_selector_all(".jp-Notebook .jp-OutputArea-output img", CHARTS_DRAWN)


def assert_charts_are_drawn(page, kind: str) -> None:
    drawn = charts(page)
    assert len(drawn) >= 3
    for chart in drawn:
        assert chart["type"] == f"data:image/{kind}"
        assert chart["natural"] > 0
        assert chart["width"] >= 500
        assert chart["painted"] > 1000
        assert chart["fits"], "a chart is wider than its cell"


def take_picture(page, name: str, tmp_path: Path) -> None:
    """One picture of the whole notebook: the window is made as high as it takes."""
    folder = Path(os.environ.get("DOUBLE_SEVEN_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    height = page.evaluate("document.querySelector('.jp-Notebook .jp-WindowedPanel-inner').scrollHeight")
    page.set_viewport_size({"width": 1400, "height": height + 200})
    page.evaluate("document.querySelector('.jp-Notebook .jp-WindowedPanel-outer').scrollTop = 0")
    page.wait_for_timeout(500)
    path = folder / f"{page.name}-{name}.png"
    page.screenshot(path=path)
    page.set_viewport_size({"width": 1400, "height": 900})
    assert path.stat().st_size > 50_000


def assert_the_chart_follows_the_menus(page) -> None:
    """Another chart of games that have been played, then rules that have not, and back to what was there first."""
    cell = page.locator(".jp-Cell", has=page.locator(".widget-dropdown"))
    menus = {menu.inner_text().split()[0]: menu.locator("select") for menu in cell.locator(".widget-dropdown").all()}
    chart, rules = (menus[label].input_value() for label in ("Chart", "Rules"))
    pictures = cell.locator(".jp-OutputArea-output img")
    seen = [pictures.get_attribute("src")]
    for label, entry in (("Chart", "Endings"), ("Rules", "family-6"), ("Rules", rules), ("Chart", chart)):
        menus[label].select_option(entry)
        page.wait_for_function(
            "([cell, before]) => ![undefined, before].includes(cell.querySelector('.jp-OutputArea-output img')?.src)",
            arg=[cell.element_handle(), seen[-1]],
        )
        seen.append(pictures.get_attribute("src"))
        assert pictures.count() == 1
    first, endings, others, again, last = seen
    assert len({first, endings, others}) == 3
    assert (again, last) == (endings, first)
    assert "Playing" not in cell.inner_text(), "nothing is left behind"


def test_runs_from_top_to_bottom_with_every_chart_drawn_in_both_themes(page, tmp_path):
    # A stranger's notebook is shown with the PNG of its charts, until its cells have run.
    assert_charts_are_drawn(page, "png")

    execute(page, "notebook:run-all-cells")
    cells = page.evaluate("window.jupyterapp.shell.currentWidget.content.model.toJSON().cells")
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert page.locator(".jp-Notebook .jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0

    if page.locator(".widget-dropdown").count() > 0:
        assert_the_chart_follows_the_menus(page)
    else:
        assert not any("menus(" in "".join(cell["source"]) for cell in code)

    for name, theme in THEMES.items():
        execute(page, "apputils:change-theme", {"theme": theme})
        page.wait_for_selector(f"body[data-jp-theme-name='{theme}']", state="attached")
        assert_charts_are_drawn(page, "svg+xml")
        take_picture(page, name, tmp_path)
