"""Make sure that the system libraries Qt needs on Linux are there.

PySide6's wheels bring Qt itself but not the libraries every desktop has, which a bare server or
container lacks. Run it with the Python of the environment that holds PySide6:

    .venv/bin/python scripts/qt_libraries.py

As root on Debian or Ubuntu it installs what is missing; otherwise it prints the command that does.
It fails only when Qt cannot be imported in the end.
"""

import ctypes
import os
import shutil
import subprocess
import sys

# library: (Debian's package, Fedora's package)
IMPORT = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libz.so.1": ("zlib1g", "zlib"),
    "libzstd.so.1": ("libzstd1", "libzstd"),
}
WINDOW = {
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}


def is_missing(library: str) -> bool:
    """Tell whether the loader does not find a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return True
    return False


def missing() -> list[tuple[str, str]]:
    """Return the packages of the libraries that are not there, Debian's and Fedora's names."""
    return [packages for library, packages in (IMPORT | WINDOW).items() if is_missing(library)]


def install_command(packages: list[tuple[str, str]]) -> str:
    """Return the command that installs packages on this distribution."""
    debian, fedora = (" ".join(sorted(set(names))) for names in zip(*packages, strict=True))
    if shutil.which("dnf"):
        return f"dnf install -y {fedora}"
    # The lists may be old or, in a container, absent: installing without an update then fails.
    return f"apt-get -q update && apt-get -q install -y --no-install-recommends {debian}"


def install(command: str) -> None:
    """Run the command where that is allowed and possible, else print it."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing Qt's system libraries: {command}", flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(command, shell=True, check=False, env=environment)
    else:
        print("Some of Qt's system libraries are missing. This installs them:")
        print(f"  sudo sh -c '{command}'", flush=True)


def qt_imports() -> bool:
    """Tell whether Qt can be imported now; in a new process, which reads the libraries anew."""
    code = "from PySide6 import QtSvg, QtWidgets"
    return subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def main() -> int:
    """Install or name what is missing; 0 when Qt can be used, though maybe not in a window."""
    if sys.platform != "linux":
        return 0
    if packages := missing():
        install(install_command(packages))
    if qt_imports():
        return 0
    print("Qt cannot be imported: see the message above.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
