"""What the program remembers between two runs. The only user of QSettings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from traceview.ui.mark_store import MarkStore
from traceview.ui.marks import Marks
from traceview.ui.theme import ThemeChoice

RECENT_LIMIT = 20
PLACE_LIMIT = 50
COMMAND_LIMIT = 12

Place = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recent:
    """A capture that was open: where it lies, which run of it, and what it held.

    ``kind`` is "TPU", "GPU" or "CPU", empty when unknown; ``events`` is -1 for one that was
    never opened, only named together with another.
    """

    path: str
    run: str = ""
    events: int = -1
    span_ps: int = 0
    kind: str = ""
    opened_s: int = 0

    @property
    def name(self) -> str:
        """What a person calls it."""
        return self.run or Path(self.path).name or self.path

    @property
    def missing(self) -> bool:
        """Whether it is no longer there."""
        return not Path(self.path).exists()


class Settings:
    """Typed access to the stored settings; ``file`` is given by tests.

    Whatever cannot be read, since another version or a hand wrote it, counts as not there.
    """

    def __init__(self, file: Path | None = None) -> None:
        ini = QSettings.Format.IniFormat
        self._store = (
            QSettings(str(file), ini)
            if file
            else QSettings(ini, QSettings.Scope.UserScope, "traceview", "traceview")
        )
        self._marks = MarkStore(Path(self._store.fileName()).with_name("notes.json"))

    @property
    def geometry(self) -> QByteArray:
        """Position and size of the window, empty on the first run."""
        stored = self._store.value("window/geometry")
        return stored if isinstance(stored, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("window/geometry", geometry)

    @property
    def theme(self) -> ThemeChoice:
        """Light, dark, or what the system says."""
        stored = self._store.value("window/theme")
        known = stored in [str(choice) for choice in ThemeChoice]
        return ThemeChoice(stored) if known else ThemeChoice.SYSTEM

    @theme.setter
    def theme(self, theme: ThemeChoice) -> None:
        self._store.setValue("window/theme", str(theme))

    @property
    def details_px(self) -> int:
        """Height of the details pane, 0 before it was ever changed."""
        stored = self._load("window/details_px")
        return stored if isinstance(stored, int) else 0

    @details_px.setter
    def details_px(self, height: int) -> None:
        self._save("window/details_px", height)

    @property
    def palette_offset(self) -> tuple[int, int] | None:
        """How far the panel of mouse tools is from the right and the top, px."""
        stored = self._load("window/palette_offset")
        if isinstance(stored, list) and [type(part) for part in stored] == [int, int]:
            return stored[0], stored[1]
        return None

    @palette_offset.setter
    def palette_offset(self, offset: tuple[int, int]) -> None:
        self._save("window/palette_offset", offset)

    @property
    def reduced_motion(self) -> bool:
        """Whether the timeline jumps where it would glide."""
        return self._load("timeline/reduced_motion") is True

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self._save("timeline/reduced_motion", reduced)

    @property
    def recents(self) -> tuple[Recent, ...]:
        """Captures opened before, the last first."""
        stored = self._load("recents")
        entries = stored if isinstance(stored, list) else []
        try:
            return tuple(Recent(**entry) for entry in entries)
        except TypeError:
            return ()

    def add_recent(self, recent: Recent) -> None:
        """Put ``recent`` first; older ones beyond the limit go."""
        others = [each for each in self.recents if each.path != recent.path]
        self._save_recents([recent, *others][:RECENT_LIMIT])

    def remove_recent(self, path: str) -> None:
        """Forget one."""
        self._save_recents([each for each in self.recents if each.path != path])

    def clear_recents(self) -> None:
        """Forget all."""
        self._save_recents([])

    def place(self, path: str, run: str) -> Place:
        """What was looked at when this run was last open; empty when it never was."""
        stored = self._places().get(_key(path, run))
        return stored if isinstance(stored, dict) else {}

    def set_place(self, path: str, run: str, place: Place) -> None:
        """Remember what is looked at in this run."""
        places = self._places()
        places.pop(_key(path, run), None)
        places[_key(path, run)] = dict(place)
        self._save("places", dict(list(places.items())[-PLACE_LIMIT:]))

    def marks(self, path: str, run: str, t0_ns: int) -> Marks:
        """Kept intervals and notes of this run, whose time zero is ``t0_ns``."""
        return self._marks.load(_key(path, run), t0_ns)

    def set_marks(self, path: str, run: str, marks: Marks, t0_ns: int) -> None:
        """Remember the kept intervals and notes of this run. Raises OSError."""
        self._marks.save(_key(path, run), marks, t0_ns)

    @property
    def recent_commands(self) -> tuple[str, ...]:
        """What was run from the command palette, the last first."""
        stored = self._load("recent_commands")
        entries = stored if isinstance(stored, list) else []
        return tuple(entry for entry in entries if isinstance(entry, str))

    def add_recent_command(self, title: str) -> None:
        """Put ``title`` first; older ones beyond the limit go."""
        others = [each for each in self.recent_commands if each != title]
        self._save("recent_commands", [title, *others][:COMMAND_LIMIT])

    def sync(self) -> None:
        """Write to disk now."""
        self._store.sync()

    def _places(self) -> dict[str, Any]:
        stored = self._load("places")
        return stored if isinstance(stored, dict) else {}

    def _save_recents(self, recents: list[Recent]) -> None:
        self._save("recents", [asdict(recent) for recent in recents])

    def _load(self, key: str) -> Any:
        try:
            return json.loads(str(self._store.value(key, "null")))
        except ValueError:
            return None

    def _save(self, key: str, value: object) -> None:
        self._store.setValue(key, json.dumps(value))


def _key(path: str, run: str) -> str:
    return hashlib.sha256(f"{path}\0{run}".encode(errors="surrogateescape")).hexdigest()[:16]
