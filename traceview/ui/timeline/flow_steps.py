"""Going along flows by key, and choosing which of them are shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from traceview.model.flow_links import incoming, outgoing, source, target
from traceview.model.format import count
from traceview.model.trace import EventId, Trace
from traceview.ui.actions import ActionId
from traceview.ui.menus import menu_text
from traceview.ui.session import Selection, Session
from traceview.ui.text import tr

translate = QCoreApplication.translate


class FlowSteps:
    """Follows flows from the selection; ``reveal`` brings an event into view."""

    def __init__(self, session: Session, reveal: Callable[[EventId], None]) -> None:
        self._session, self._reveal = session, reveal

    def actions(self) -> dict[ActionId, Callable[[], None]]:
        """What the keys do."""
        return {
            ActionId.PREVIOUS_FLOW: lambda: self.follow(-1),
            ActionId.NEXT_FLOW: lambda: self.follow(1),
        }

    def follow(self, step: int) -> None:
        """Go to where the first flow of the selection leads, or to where the last came from."""
        event = self._session.selection.single
        if event is None:
            self._say(translate("Timeline", "Select one event first: [ and ] follow its flows"))
            return
        flows = self._session.trace.flows
        hops = outgoing(flows, event) if step > 0 else incoming(flows, event)
        if not len(hops):
            self._say(
                translate("Timeline", "No flow leaves this event")
                if step > 0
                else translate("Timeline", "No flow reaches this event")
            )
            return
        found = target(flows, int(hops[0])) if step > 0 else source(flows, int(hops[-1]))
        self._session.set_selection(Selection((found,)))
        self._reveal(found)
        if len(hops) > 1:
            self._say(
                translate("Timeline", "{} flows here; the details list all of them").format(
                    count(len(hops))
                )
            )

    def _say(self, text: str) -> None:
        self._session.message.emit(text)


def categories_of(trace: Trace) -> list[tuple[str, int]]:
    """The categories of a trace's flows with their numbers of hops, by name."""
    found, counts = np.unique(trace.flows.category, return_counts=True)
    totals: dict[str, int] = {}
    for category, number in zip(found.tolist(), counts.tolist(), strict=True):
        name = trace.strings[category] if category >= 0 else ""
        totals[name] = totals.get(name, 0) + number
    return sorted(totals.items(), key=lambda item: item[0].casefold())


def fill_flows(menu: QMenu, session: Session) -> None:
    """A check mark for each category, and one for all."""
    menu.clear()
    categories = categories_of(session.trace)
    shown = session.flow_categories
    every = frozenset(name for name, _ in categories)
    whole = menu.addAction(tr("All flows"))
    whole.setCheckable(True)
    whole.setChecked(bool(every) and every <= shown)
    whole.setEnabled(bool(every))
    whole.triggered.connect(lambda on: session.set_flow_categories(every if on else frozenset()))
    menu.addSeparator()
    for name, number in categories:
        title = f"{menu_text(name) or tr('no category')}  ({count(number)})"
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(name in shown)
        action.triggered.connect(
            lambda on, name=name: session.set_flow_categories(
                session.flow_categories | {name} if on else session.flow_categories - {name}
            )
        )
    if not categories:
        menu.addAction(tr("This capture has no flows")).setEnabled(False)
