"""A canvas on a small trace, and hands to use it."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from traceview.model.trace import EventId
from traceview.ui.session import Session
from traceview.ui.timeline.canvas import TimelineCanvas

US = 1_000_000
Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
PLAIN = Modifier.NoModifier
STEPS, OPS, THREAD = 0, 1, 2
FUSION, COPY, LATER_FUSION, SHORT = (EventId(OPS, index) for index in range(4))
RUN, LOAD, TRAIN, READ = (EventId(THREAD, index) for index in range(4))


class Desk:
    """A canvas, and hands to use it: points are given by track, row and time."""

    def __init__(self, canvas: TimelineCanvas, session: Session) -> None:
        self.canvas, self.session = canvas, session
        self.window = canvas.window()
        self.lanes = canvas.lanes
        self.clock_s = 0.0
        canvas.navigator._clock = lambda: self.clock_s

    def settle(self) -> None:
        """Let motion come to its end."""
        for _ in range(500):
            if not self.canvas.navigator.moving:
                return
            self.run(0.008)
        raise AssertionError("it never stands still")

    def run(self, seconds: float) -> None:
        """Let time pass, frame by frame."""
        for _ in range(round(seconds / 0.008)):
            self.clock_s += 0.008
            self.canvas.navigator.tick()

    def key(self, key: Key, modifiers: Modifier = PLAIN, repeat: bool = False) -> bool:
        """Press and release; whether the press meant something."""
        taken = self.press(key, modifiers, repeat)
        self.release(key, modifiers)
        return taken

    def press(self, key: Key, modifiers: Modifier = PLAIN, repeat: bool = False) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, "", repeat)
        return self.canvas.handle_key(event)

    def release(self, key: Key, modifiers: Modifier = PLAIN) -> bool:
        return self.canvas.handle_key(QKeyEvent(QEvent.Type.KeyRelease, key, modifiers))

    def at(self, track: int, row: int, time_us: float) -> QPointF:
        y, height = self.canvas.sheet.layout.place(track, row)
        x = self.lanes.surface.scale.x(time_us * US)
        return QPointF(x, y - self.canvas.sheet.top + height / 2)

    def mouse(
        self,
        kind: QEvent.Type,
        point: QPointF,
        modifiers: Modifier = PLAIN,
        button: Button = Button.LeftButton,
        down: Button | None = None,
    ) -> None:
        ends = kind in (QEvent.Type.MouseButtonRelease,)
        buttons = (Button.NoButton if ends else button) if down is None else down
        where = self.lanes.mapToGlobal(point)
        QApplication.sendEvent(
            self.lanes, QMouseEvent(kind, point, where, button, buttons, modifiers)
        )

    def down(self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, point, modifiers, button)

    def drag_to(
        self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton
    ) -> None:
        self.mouse(QEvent.Type.MouseMove, point, modifiers, button)

    def up(self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, point, modifiers, button)

    def hover(self, point: QPointF) -> None:
        self.mouse(QEvent.Type.MouseMove, point, button=Button.NoButton)

    def click(self, point: QPointF, modifiers: Modifier = PLAIN) -> None:
        self.down(point, modifiers)
        self.up(point, modifiers)

    def drag(self, start: QPointF, end: QPointF, modifiers: Modifier = PLAIN, **button) -> None:
        self.down(start, modifiers, **button)
        self.drag_to((start + end) / 2, modifiers, **button)
        self.drag_to(end, modifiers, **button)
        self.up(end, modifiers, **button)

    def wheel(self, notches: int, modifiers: Modifier = PLAIN, x: float = 100.0) -> None:
        point = QPointF(x, 50)
        event = QWheelEvent(
            point, self.lanes.mapToGlobal(point), QPoint(), QPoint(0, 120 * notches),
            Button.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.lanes, event)

    @property
    def px(self) -> float:
        """Length of a pixel in us."""
        return self.lanes.surface.scale.ps_per_px / US
