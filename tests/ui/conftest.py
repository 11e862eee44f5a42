"""A window with settings of its own, and no network."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from traceview.ui.main_window import MainWindow
from traceview.ui.settings import Settings
from traceview.ui.theme import DARK, apply_theme


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """Fail whoever opens a socket."""

    def refuse(*arguments, **named):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.fixture
def settings(tmp_path) -> Settings:
    """Settings that start empty."""
    return Settings(tmp_path / "settings.ini")


@pytest.fixture
def window(qtbot, settings) -> Iterator[MainWindow]:
    """A window that shows the welcome page."""
    apply_theme(QApplication.instance(), DARK)
    made = MainWindow(settings)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


@pytest.fixture
def open_in(qtbot) -> Callable[..., MainWindow]:
    """Open paths in a window and return when that has ended, well or badly."""

    def open_paths(window: MainWindow, *paths: Path | str) -> MainWindow:
        with qtbot.waitSignal(window.opener.ended, timeout=20_000):
            window.open_paths([str(path) for path in paths])
        return window

    return open_paths


@pytest.fixture
def small(data) -> Path:
    """A small TPU capture of one host: its file."""
    return next((data / "xspace" / "tpu_v5e_jax").rglob("*.xplane.pb.gz"))


@pytest.fixture
def logdir(data) -> Path:
    """A folder with several runs, one of them of two hosts."""
    return data / "xspace"


@pytest.fixture
def bad(tmp_path) -> Path:
    """A file that is no capture."""
    path = tmp_path / "page.xplane.pb"
    path.write_text("<!doctype html><title>Sign in</title>")
    return path
