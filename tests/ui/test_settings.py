from PySide6.QtCore import QByteArray, QSettings

from traceview.ui.settings import RECENT_LIMIT, Recent, Settings
from traceview.ui.theme import ThemeChoice


def reopened(settings: Settings, path) -> Settings:
    settings.sync()
    return Settings(path)


def test_everything_comes_back(tmp_path):
    file = tmp_path / "settings.ini"
    first = Settings(file)
    first.geometry = QByteArray(b"\x01\x00\x02")
    first.theme = ThemeChoice.LIGHT
    first.details_px = 301
    first.reduced_motion = True
    first.add_recent(Recent("/captures/a", "run", 12, 2**40, "TPU", 1_700_000_000))
    first.set_place("/captures/a", "run", {"view": [0.5, 2.0**50], "tool": "pan"})
    second = reopened(first, file)
    assert (
        second.geometry,
        second.theme,
        second.details_px,
        second.reduced_motion,
        second.recents,
        second.place("/captures/a", "run"),
    ) == (
        QByteArray(b"\x01\x00\x02"),
        ThemeChoice.LIGHT,
        301,
        True,
        (Recent("/captures/a", "run", 12, 2**40, "TPU", 1_700_000_000),),
        {"view": [0.5, 2.0**50], "tool": "pan"},
    )


def test_a_first_run_has_defaults(tmp_path):
    settings = Settings(tmp_path / "new.ini")
    assert (settings.geometry, settings.theme, settings.recents, settings.place("a", "b")) == (
        QByteArray(),
        ThemeChoice.SYSTEM,
        (),
        {},
    )


def test_the_last_opened_comes_first_and_once(tmp_path):
    settings = Settings(tmp_path / "s.ini")
    for path in ("a", "b", "a"):
        settings.add_recent(Recent(path))
    assert [recent.path for recent in settings.recents] == ["a", "b"]


def test_only_twenty_are_remembered(tmp_path):
    settings = Settings(tmp_path / "s.ini")
    for index in range(RECENT_LIMIT + 5):
        settings.add_recent(Recent(f"capture {index}"))
    assert len(settings.recents) == RECENT_LIMIT


def test_recents_can_be_removed_and_cleared(tmp_path):
    settings = Settings(tmp_path / "s.ini")
    for path in ("a", "b", "c"):
        settings.add_recent(Recent(path))
    settings.remove_recent("b")
    left = [recent.path for recent in settings.recents]
    settings.clear_recents()
    assert (left, settings.recents) == (["c", "a"], ())


def test_places_of_two_runs_are_kept_apart(tmp_path):
    settings = Settings(tmp_path / "s.ini")
    settings.set_place("logs", "one", {"scroll": 1})
    settings.set_place("logs", "two", {"scroll": 2})
    assert (settings.place("logs", "one"), settings.place("logs", "two")) == (
        {"scroll": 1},
        {"scroll": 2},
    )


def test_a_file_of_nonsense_counts_as_empty(tmp_path):
    file = tmp_path / "s.ini"
    store = QSettings(str(file), QSettings.Format.IniFormat)
    store.setValue("recents", '[{"colour": 3}]')
    store.setValue("places", "{not json")
    store.setValue("window/theme", "plaid")
    store.setValue("window/details_px", '"tall"')
    store.sync()
    settings = Settings(file)
    assert (settings.recents, settings.place("a", "b"), settings.theme, settings.details_px) == (
        (),
        {},
        ThemeChoice.SYSTEM,
        0,
    )
