import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

from traceview.model.errors import TraceError
from traceview.ui.app import screenshot


def command(*words, **environment) -> subprocess.CompletedProcess:
    kept = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "DISPLAY")}
    return subprocess.run(
        [sys.executable, "-m", "traceview", *map(str, words)],
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_screenshot_has_the_size_that_was_asked_for(qapp, small, tmp_path):
    picture = tmp_path / "out.png"
    screenshot(str(small), str(picture), size=(1000, 700))
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1000, 700)


def test_a_screenshot_is_the_same_each_time(qapp, small, tmp_path):
    pictures = [tmp_path / "1.png", tmp_path / "2.png"]
    for picture in pictures:
        screenshot(str(small), str(picture))
    first, second = (QImage(str(picture)) for picture in pictures)
    assert first == second


def test_a_screenshot_shows_the_theme_and_the_range(qapp, small, tmp_path):
    images = []
    for number, (theme, range_ps) in enumerate(
        [("dark", None), ("light", None), ("light", (0, 10**9))]
    ):
        picture = tmp_path / f"{number}.png"
        screenshot(str(small), str(picture), theme=theme, range_ps=range_ps)
        images.append(QImage(str(picture)))
    dark, light, part = images
    assert dark.pixelColor(3, 3).lightness() < 100 < light.pixelColor(3, 3).lightness()
    assert light != part


def test_a_screenshot_of_a_bad_file_raises_its_error(qapp, bad, tmp_path):
    with pytest.raises(TraceError, match="web page"):
        screenshot(str(bad), str(tmp_path / "out.png"))


def test_a_screenshot_that_cannot_be_written_says_so(qapp, small, tmp_path):
    with pytest.raises(TraceError, match="could not be written"):
        screenshot(str(small), str(tmp_path / "nowhere" / "out.png"))


def test_the_settings_of_the_user_stay_as_they_are_in_a_screenshot(small, tmp_path):
    done = command("screenshot", small, "-o", tmp_path / "o.png", XDG_CONFIG_HOME=str(tmp_path))
    assert (done.returncode, (tmp_path / "traceview").exists()) == (0, False)


def test_without_a_display_the_window_says_what_else_works():
    if sys.platform != "linux":
        pytest.skip("elsewhere there always is a display")
    done = command()
    assert (done.returncode, "traceview screenshot" in done.stderr) == (1, True)


def test_starting_imports_neither_a_reader_nor_protobuf():
    code = "import sys, traceview.ui.app; print([m for m in sys.modules if m.startswith('google')"
    done = subprocess.run(
        [sys.executable, "-c", f"{code} or 'readers' in m])"], capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"
