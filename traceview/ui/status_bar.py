"""The bar at the bottom: warnings, counts, what is selected, the cursor, and loading."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from traceview.model.capture import Capture
from traceview.model.format import count, duration, exact_time
from traceview.ui.jobs import Reading
from traceview.ui.session import Session, View
from traceview.ui.text import plain_label, set_text, tr
from traceview.ui.widgets.icons import Button, IconLabel

HEIGHT = 24
MESSAGE_MS = 4000
MEGABYTE = 1e6


class StatusBar(QWidget):
    """Listens to the session; ``noticesClicked`` and ``cancelClicked`` ask the window to act."""

    noticesClicked = Signal()
    cancelClicked = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "chrome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._session = session
        self._sign = IconLabel("info", lambda theme: theme.fg3, 13)
        self.notices = Button("", "status")
        self.notices.clicked.connect(self.noticesClicked)
        self._events, self._view, self._selection = (_small() for _ in range(3))
        self._right = _small()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(140)
        self._bar.setAccessibleName(tr("Share of the capture that is read"))
        self._rate = _small()
        self._cancel = Button(tr("Cancel"), "status", "x")
        self._cancel.clicked.connect(self.cancelClicked)
        self._forget = QTimer(self, singleShot=True, interval=MESSAGE_MS)
        self._forget.timeout.connect(self._show_right)
        self._message = ""
        self._lay_out()
        self._listen()
        self.show_capture(None)
        self.end_loading()

    def show_capture(self, capture: Capture | None) -> None:
        """Show the warnings and counts of ``capture``, or that nothing is open."""
        notices = len(capture.notices) if capture else 0
        if notices:
            self._sign.show_icon("triangle-alert", lambda theme: theme.warn)
            words = tr("1 warning") if notices == 1 else tr("{} warnings").format(count(notices))
        else:
            self._sign.show_icon("circle-check", lambda theme: theme.good)
            words = tr("No warnings")
        self.notices.setText(words)
        self.notices.setAccessibleName(words)
        self.notices.setEnabled(bool(notices))
        self._sign.setVisible(capture is not None)
        self.notices.setVisible(capture is not None)
        self._show_events()
        self._show_view(self._session.view)

    def show_error(self) -> None:
        """Say that the last thing that was tried went wrong, where nothing is open."""
        set_text(self._events, tr("Not opened"))

    def show_selection(self, text: str) -> None:
        """Say what is selected."""
        set_text(self._selection, text)

    def start_loading(self, name: str) -> None:
        """Show that ``name`` is being read."""
        self._bar.setRange(0, 0)
        set_text(self._rate, tr("Reading {}").format(name))
        self._show_loading(True)

    def show_reading(self, reading: Reading) -> None:
        """Show how far reading has come."""
        self._bar.setRange(0, 1000)
        self._bar.setValue(round(1000 * reading.fraction))
        rate = f"{reading.bytes_per_s / MEGABYTE:.0f} MB/s"
        set_text(self._rate, tr("Reading {} · {}").format(f"{reading.fraction:.0%}", rate))

    def end_loading(self) -> None:
        """Show that nothing is being read."""
        self._show_loading(False)

    def show_message(self, text: str) -> None:
        """Show a short hint for some seconds."""
        self._message = text
        self._forget.start()
        set_text(self._right, text)

    def _listen(self) -> None:
        session = self._session
        session.captureChanged.connect(self.show_capture)
        session.traceChanged.connect(self._show_trace)
        session.viewChanged.connect(self._show_view)
        session.cursorChanged.connect(lambda time_ps: self._show_right())
        session.message.connect(self.show_message)

    def _show_trace(self) -> None:
        self._show_events()
        self._show_right()

    def _show_events(self) -> None:
        events = self._session.trace.event_count
        capture = self._session.capture
        held = capture.event_count if capture else events
        set_text(
            self._events,
            tr("{} events").format(count(held)) if held or capture else tr("Nothing open"),
        )

    def _show_view(self, view: View) -> None:
        shown = bool(self._session.trace.tracks)
        set_text(self._view, tr("view {}").format(duration(round(view.span_ps))) if shown else "")

    def _show_right(self) -> None:
        if self._forget.isActive():
            set_text(self._right, self._message)
            return
        time_ps = self._session.cursor_ps
        if time_ps is not None:
            set_text(self._right, tr("cursor {}").format(exact_time(time_ps)))
        else:
            keys = tr("W/S zoom   A/D pan   M mark   F fit   ? keys")
            set_text(self._right, keys if self._session.trace.tracks else "")

    def _show_loading(self, shown: bool) -> None:
        for widget in (self._bar, self._rate, self._cancel):
            widget.setVisible(shown)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(6)
        row.addWidget(self._sign)
        row.addWidget(self.notices)
        row.addSpacing(6)
        for label in (self._events, self._view, self._selection):
            row.addWidget(label)
            row.addSpacing(10)
        row.addStretch(1)
        for widget in (self._right, self._rate, self._bar, self._cancel):
            row.addWidget(widget)


def _small() -> QLabel:
    return plain_label(rank=2, px=11)
