"""The installer, run for real below a folder of its own; only system commands are stand-ins.

The stand-ins write down how they were called, so that the tests can see what would have happened
to the computer.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
SCRIPTS = TOP / "firmware" / "install"
UNIT = SCRIPTS / "quartermaster.service"
AVAHI = "# Made by Debian\n\n[server]\n#host-name=foo\nuse-ipv4=yes\n\n[wide-area]\n"

STAND_INS = {
    "id": "echo $STAND_IN_UID",
    "uname": "echo $STAND_IN_NAME",
    "dpkg-query": "[ -e $STATE/packages ] && echo install ok installed",
    "apt-get": '[ "$1" != install ] || touch $STATE/packages',
    "useradd": "touch $STATE/user",
    "usermod": "",
    "userdel": "rm $STATE/user",
    "getent": '[ "$1" = group ] || [ -e $STATE/user ]',
    "systemctl": """
        case "$1" in
            is-active) [ -e $STATE/running ] ;;
            restart) [ ! -e $STATE/broken ] && touch $STATE/running ;;
            stop) rm -f $STATE/running ;;
        esac""",
    "python3": """
        case "$*" in
            --version) echo Python 3.11.2 ;;
            "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
        esac""",
}
LOOKING = ("id", "uname", "dpkg-query", "getent", "systemctl is-active")
"""Calls that only look."""


class Computer:
    """A computer with nothing on it but a copy of the repository."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.repository = folder / "clone"
        self._state = folder / "state"
        self._bin = folder / "bin"
        for made in (self._state, self._bin, self.root / "run/systemd/system"):
            made.mkdir(parents=True)
        self.avahi = self.root / "etc/avahi/avahi-daemon.conf"
        self.avahi.parent.mkdir(parents=True)
        self.avahi.write_text(AVAHI)
        self.program = self.root / "opt/quartermaster"
        self.data = self.root / "var/lib/quartermaster"
        self.unit = self.root / "etc/systemd/system/quartermaster.service"
        shutil.copytree(SCRIPTS, self.repository / "firmware/install")
        for part in copied_parts():
            if not (TOP / part).is_dir():
                shutil.copy(TOP / part, self.repository / part)
            elif part != "firmware":
                (self.repository / part / "__pycache__").mkdir(parents=True)
                (self.repository / part / "__init__.py").touch(mode=0o600)
        self._log = folder / "calls"
        for name, does in STAND_INS.items():
            stand_in = self._bin / name
            stand_in.write_text(f'#!/bin/bash\necho "{name} $*" >>"$CALLS"\n{does}\n')
            stand_in.chmod(0o755)

    def run(
        self,
        script: str,
        *options: str,
        installed: bool = False,
        uid: str = "0",
        name: str = "raspberrypi",
    ) -> subprocess.CompletedProcess[str]:
        self._log.write_text("")
        top = self.program if installed else self.repository
        return subprocess.run(
            [str(top / "firmware/install" / script), *options],
            env={
                "PATH": f"{self._bin}:{os.environ['PATH']}",
                "DESTDIR": str(self.root),
                "STATE": str(self._state),
                "CALLS": str(self._log),
                "STAND_IN_UID": uid,
                "STAND_IN_NAME": name,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def install(self, *options: str, uid: str = "0", name: str = "raspberrypi") -> str:
        done = self.run("install.sh", *options, uid=uid, name=name)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def uninstall(self, *options: str) -> str:
        done = self.run("uninstall.sh", *options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def changes(self) -> list[str]:
        """The commands of the last run that changed the computer."""
        calls = self._log.read_text().splitlines()
        return [call for call in calls if not call.startswith(LOOKING)]

    def break_service(self) -> None:
        (self._state / "broken").touch()

    def files(self) -> Mapping[str, tuple[int, bytes]]:
        return {
            str(path.relative_to(self.root)): (
                path.stat().st_mode,
                path.read_bytes() if path.is_file() else b"",
            )
            for path in self.root.rglob("*")
        }


def copied_parts() -> list[str]:
    match = re.search(r"^parts=\((.*)\)$", (SCRIPTS / "install.sh").read_text(), re.MULTILINE)
    assert match is not None
    return match[1].split()


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def tool(name: str) -> str:
    path = shutil.which(name)
    assert path is not None, f"{name} is not installed; ./check installs it."
    return path


# The files


@pytest.mark.parametrize(
    "script",
    [
        *sorted(f"firmware/install/{path.name}" for path in SCRIPTS.glob("*.sh")),
        "run",
        "check",
        "tests/lab/install.sh",
        "tests/lab/image/build.sh",
        "tests/lab/image/root/usr/local/sbin/lab-camera",
        "tests/lab/image/root/usr/local/sbin/lab-pins",
    ],
)
def test_the_script_passes_shellcheck(script: str) -> None:
    done = subprocess.run(
        [tool("shellcheck"), "--external-sources", script],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_systemd_accepts_the_unit() -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", str(UNIT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "quartermaster" not in done.stderr


def service() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    return unit["Service"]


def test_the_service_is_watched_and_restarted() -> None:
    unit = service()
    assert unit["Type"] == "notify"
    assert unit["Restart"] == "always"
    assert int(unit["WatchdogSec"]) > 0


def test_the_service_writes_nothing_but_its_matches_and_is_not_root() -> None:
    unit = service()
    assert unit["User"] == "quartermaster"
    assert unit["ProtectSystem"] == "strict"
    assert unit["StateDirectory"] == "quartermaster"
    assert unit["NoNewPrivileges"] == "yes"
    assert "ReadWritePaths" not in unit


def test_the_hardening_leaves_cameras_and_pins_within_reach() -> None:
    unit = service()
    hiding = {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "ProcSubset"}
    assert not hiding & set(unit)
    assert "AF_NETLINK" in unit["RestrictAddressFamilies"].split()


def test_everything_the_program_needs_is_copied() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {package.rstrip("*") for package in packages} <= set(copied_parts())
    assert all((TOP / part).exists() for part in copied_parts())


# Without doing anything


@pytest.mark.parametrize("uid", ["0", "1000"])
def test_a_dry_run_says_what_it_would_do_and_does_nothing(computer: Computer, uid: str) -> None:
    before = computer.files()
    said = computer.install("--dry-run", uid=uid)
    for command in (
        "need_debian avahi-daemon tesseract-ocr",
        "useradd --system",
        "usermod --append --groups gpio quartermaster",
        "copy_program",
        "prepare_python",
        "systemctl enable quartermaster.service",
        "set_avahi_name",
        "systemctl restart quartermaster.service",
    ):
        assert f"    {command}" in said
    assert "Nothing is changed." in said
    assert computer.files() == before
    assert computer.changes() == []


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_without_root_it_says_so_and_does_nothing(computer: Computer, script: str) -> None:
    before = computer.files()
    done = computer.run(script, uid="1000")
    assert done.returncode == 1
    assert "needs root: sudo " in done.stderr
    assert "--dry-run" in done.stderr
    assert computer.files() == before
    assert computer.changes() == []


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_an_option_it_does_not_know_is_refused(computer: Computer, script: str) -> None:
    done = computer.run(script, "--porpoise")
    assert done.returncode == 2
    assert "there is no option --porpoise" in done.stderr
    assert computer.changes() == []


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_help_is_given_to_anyone(computer: Computer, script: str) -> None:
    done = computer.run(script, "--help", uid="1000")
    assert done.returncode == 0
    assert "--dry-run" in done.stdout


# Installing


def test_installing_sets_up_user_program_service_and_name(computer: Computer) -> None:
    said = computer.install()
    changes = computer.changes()
    assert any(call.startswith("useradd --system") for call in changes)
    assert "usermod --append --groups video quartermaster" in changes
    assert "usermod --append --groups gpio quartermaster" in changes
    assert (computer.program / ".venv/bin/python").exists()
    assert computer.unit.read_bytes() == UNIT.read_bytes()
    assert changes[-1] == "systemctl restart quartermaster.service"
    assert "\nhost-name=quartermaster\n" in computer.avahi.read_text()
    assert "Quartermaster is running." in said


def test_the_service_can_read_what_root_installed(computer: Computer) -> None:
    computer.install()
    for path in computer.program.rglob("*"):
        assert path.stat().st_mode & 0o044 == 0o044, path
        assert path.stat().st_mode & 0o022 == 0, path
    assert not list(computer.program.rglob("__pycache__"))


def test_installing_twice_changes_nothing_more(computer: Computer) -> None:
    computer.install()
    once = computer.files()
    computer.install()
    assert computer.files() == once
    again = " ".join(computer.changes())
    assert "useradd" not in again
    assert "apt-get" not in again
    assert "avahi" not in again


def test_an_update_stops_the_service_replaces_the_program_and_starts_it(computer: Computer) -> None:
    computer.install()
    (computer.program / "rules/gone_in_the_new_version.py").touch()
    (computer.repository / "rules/new.py").touch()
    computer.install()
    assert not (computer.program / "rules/gone_in_the_new_version.py").exists()
    assert (computer.program / "rules/new.py").exists()
    changes = computer.changes()
    assert changes[-1] == "systemctl restart quartermaster.service"
    assert changes.index("systemctl stop quartermaster.service") < len(changes) - 1


def test_the_installed_installer_can_be_run_too(computer: Computer) -> None:
    computer.install()
    before = computer.files()
    done = computer.run("install.sh", installed=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert computer.files() == before


def test_the_owner_may_keep_the_computers_name(computer: Computer) -> None:
    computer.install("--keep-name")
    assert computer.avahi.read_text() == AVAHI


def test_a_computer_that_is_called_quartermaster_needs_no_other_name(computer: Computer) -> None:
    computer.install(name="quartermaster")
    assert computer.avahi.read_text() == AVAHI


def test_without_a_running_systemd_the_service_waits_for_the_next_start(computer: Computer) -> None:
    (computer.root / "run/systemd/system").rmdir()
    said = computer.install()
    assert "starts when the computer is started next" in said
    assert [call for call in computer.changes() if call.startswith("systemctl")] == [
        "systemctl enable quartermaster.service"
    ]


def test_a_service_that_does_not_start_is_not_passed_over(computer: Computer) -> None:
    computer.install()
    computer.break_service()
    done = computer.run("install.sh")
    assert done.returncode == 1
    assert "journalctl -u quartermaster" in done.stderr


# Uninstalling


def test_uninstalling_keeps_the_matches_and_says_so(computer: Computer) -> None:
    before = computer.files()
    computer.install()
    computer.data.mkdir(parents=True)
    (computer.data / "matches.db").write_text("an evening")
    said = computer.uninstall()
    assert "Kept: the matches" in said
    assert "--purge" in said
    assert (computer.data / "matches.db").read_text() == "an evening"
    assert not any(call.startswith("userdel") for call in computer.changes())
    assert {path for path in computer.files() if computer.files()[path][1]} == {
        *(path for path in before if before[path][1]),
        "var/lib/quartermaster/matches.db",
    }
    assert computer.avahi.read_text() == AVAHI
    assert not computer.program.exists()


def test_the_installed_uninstaller_can_remove_itself(computer: Computer) -> None:
    computer.install()
    done = computer.run("uninstall.sh", installed=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert not computer.program.exists()
    assert "stay installed" in done.stdout


def test_purging_removes_the_matches_and_the_user_too(computer: Computer) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    (computer.data / "matches.db").write_text("an evening")
    computer.uninstall("--purge")
    assert not computer.data.exists()
    assert "userdel quartermaster" in computer.changes()


def test_a_dry_run_of_uninstalling_removes_nothing(computer: Computer) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    before = computer.files()
    said = computer.uninstall("--purge", "--dry-run")
    assert f"rm -rf {computer.data}" in said
    assert "systemctl disable quartermaster.service" in said
    assert computer.files() == before
    assert computer.changes() == []


def test_uninstalling_twice_does_no_harm(computer: Computer) -> None:
    computer.install()
    computer.uninstall()
    before = computer.files()
    computer.uninstall()
    assert computer.files() == before
    assert computer.changes() == []


def test_a_name_the_owner_had_given_comes_back(computer: Computer) -> None:
    own = AVAHI.replace("#host-name=foo", "host-name=flagship")
    computer.avahi.write_text(own)
    computer.install()
    active = [line for line in computer.avahi.read_text().splitlines() if "host-name" in line]
    assert active == ["host-name=quartermaster", "#quartermaster#host-name=flagship"]
    computer.uninstall()
    assert computer.avahi.read_text() == own
