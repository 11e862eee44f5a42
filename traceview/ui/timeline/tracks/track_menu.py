"""The menus of the header column: what can be done with a line, and what is hidden."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from traceview.ui.actions import ACTIONS, ActionId, keys_of
from traceview.ui.menus import Do
from traceview.ui.text import clean, tr
from traceview.ui.timeline.tracks.arrangement import RowHeight
from traceview.ui.timeline.tracks.arranger import Arranger, Entry

HEIGHTS = {
    RowHeight.COMPACT: "Compact",
    RowHeight.NORMAL: "Normal",
    RowHeight.TALL: "Tall",
}


class EntryMenu(QMenu):
    """All that can be done with a section or a track."""

    def __init__(
        self, arranger: Arranger, entry: Entry, rename: Callable[[Entry], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._arranger, self._entry = arranger, entry
        self.setAccessibleName(clean(arranger.name(entry), 120))
        self.aboutToHide.connect(self.deleteLater)
        if entry.track is None:
            self._add_of_section()
        else:
            self._add_of_track(entry.track)
        self.addSeparator()
        self._add(tr("Rename…"), lambda: rename(entry), "F2")
        self._add(
            tr("Move up"), lambda: arranger.move(entry, -1), "Alt+↑", arranger.can_move(entry, -1)
        )
        self._add(
            tr("Move down"), lambda: arranger.move(entry, 1), "Alt+↓", arranger.can_move(entry, 1)
        )
        self._add(tr("Copy name"), lambda: arranger.copy_name(entry))
        if not arranger.of_pinned:
            self.addSeparator()
            title = tr("Expand all") if arranger.all_collapsed() else tr("Collapse all")
            self._add(title, arranger.collapse_all, _key(ActionId.COLLAPSE_ALL))

    def _add_of_section(self) -> None:
        arranger, entry = self._arranger, self._entry
        title = tr("Collapse") if arranger.is_open(entry) else tr("Expand")
        self._add(title, lambda: arranger.toggle(entry), tr("Enter"))
        self._add(tr("Hide"), lambda: arranger.hide([entry]))
        self._add_others(tr("Hide the other sections"))

    def _add_of_track(self, track: int) -> None:
        arranger, entry = self._arranger, self._entry
        pin = tr("Unpin") if arranger.is_pinned(track) else tr("Pin to the top")
        self._add(pin, lambda: arranger.toggle_pins([track]), _key(ActionId.PIN))
        self._add(tr("Hide"), lambda: arranger.hide([entry]), _key(ActionId.HIDE))
        self._add_others(tr("Hide the other tracks of the section"))
        self.addSeparator()
        if (is_open := arranger.is_open(entry)) is not None:
            title = tr("Fold the rows") if is_open else tr("Unfold the rows")
            self._add(title, lambda: arranger.toggle(entry), tr("Enter"))
        heights = self.addMenu(tr("Row height"))
        fill_heights(heights, arranger.height(track), lambda high: arranger.set_height(track, high))
        self._add(tr("Select all events"), lambda: arranger.select_all(track))

    def _add_others(self, title: str) -> None:
        arranger, entry = self._arranger, self._entry
        some = bool(arranger.others(entry))
        self._add(title, lambda: arranger.hide_others(entry), enabled=some)

    def _add(self, title: str, do: Do, keys: str = "", enabled: bool = True) -> None:
        action = self.addAction(f"{title}\t{keys}" if keys else title)
        action.setEnabled(enabled)
        action.triggered.connect(lambda checked=False: do())


def fill_heights(
    menu: QMenu, chosen: RowHeight | None, pick: Callable[[RowHeight], object]
) -> None:
    """Offer the heights of rows, one of them checked."""
    group = QActionGroup(menu)
    for height, title in HEIGHTS.items():
        action = menu.addAction(tr(title))
        group.addAction(action)
        check(action, height is chosen)
        action.triggered.connect(lambda checked=False, height=height: pick(height))


def check(action: QAction, checked: bool) -> None:
    """Let an action show whether it holds."""
    action.setCheckable(True)
    action.setChecked(checked)


def _key(wanted: ActionId) -> str:
    return next(keys_of(action)[0] for action in ACTIONS if action.id is wanted)
