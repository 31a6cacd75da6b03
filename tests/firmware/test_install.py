"""The installer, run for real below a folder of its own; only system commands are stand-ins.

The stand-ins write down how they were called, so that the tests can see what would have happened
to the computer.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware.network_manager import PROFILE_FILE
from firmware.own_network import ADDRESS
from server.store import Entry, Store

TOP = Path(__file__).parents[2]
SCRIPTS = TOP / "firmware" / "install"
UNIT = SCRIPTS / "quartermaster.service"
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable
"""The system's own, which every user may run."""
PROGRAM = Path(sys.executable).with_name("quartermaster")
AVAHI = "# Made by Debian\n\n[server]\n#host-name=foo\nuse-ipv4=yes\n\n[wide-area]\n"

STAND_INS = {
    "id": "echo $STAND_IN_UID",
    "uname": "echo $STAND_IN_NAME",
    "dpkg-query": "[ -e $STATE/packages ] && echo install ok installed",
    "dpkg": '[ "$*" != "--configure -a" ] || rm -f $STATE/half-installed',
    "apt-get": """
        [ ! -e $STATE/half-installed ] || exit 100
        [ "$1" != install ] || touch $STATE/packages""",
    "useradd": "touch $STATE/user",
    "usermod": "",
    "sync": "[ ! -e $STATE/cut-in-sync ] || kill -9 0",
    "date": "echo 20260101-120000",
    "setsid": 'shift && exec "$@"',
    "runuser": """
        [ ! -e $STATE/cut ] || kill -9 0
        shift 3
        export NOT_ROOT=yes
        case "$1" in bash) exec $AS_USER "$@" ;; esac
        ! [[ -e $STATE/newer && $1 == *$(<$STATE/newer)* ]] || exit 3
        [ ! -e $STATE/unfit ]""",
    "userdel": "rm $STATE/user",
    "getent": '[ "$1" = group ] || [ -e $STATE/user ]',
    "systemctl": """
        case "$1" in
            is-active) [ -e $STATE/running ] ;;
            start | restart)
                used=$(basename "$(readlink "$DESTDIR/opt/quartermaster/current")")
                ! grep -qsxF "$used" $STATE/broken && touch $STATE/running ;;
            stop) rm -f $STATE/running ;;
        esac""",
    "python3": f"""
        case "$*" in
            --version) echo Python 3.11.2 ;;
            "-c import sqlite3"*) [ ! -e $STATE/full ] && exec {PYTHON} "$@" ;;
            "-m venv"*)
                mkdir -p .venv/bin && cp "$0" .venv/bin/python
                /bin/ln -sf {PROGRAM} .venv/bin ;;
        esac""",
}
FILES = ("chgrp", "chmod", "chown", "cp", "install", "ln", "mkdir", "mv", "rm", "tar", "touch")
"""Commands that do what they always do."""
NAMED = """
case "$NOT_ROOT $PWD/ $*" in
    " $DATA/"* | " "*" $DATA/"*) echo "$(basename "$0") $*" >>"$STATE/named-by-root" ;;
esac"""
"""Root is about to touch something by its name where the service may put a link to anything."""
CUT = """
if [ -n "$CUT_AT" ]; then
    echo >>"$STATE/done"
    [ "$(wc -l <"$STATE/done")" -ne "$CUT_AT" ] || kill -9 0
fi"""
AMID = {
    "rm": """
        if [ -e $STATE/half ] && [ "$1" = -rf ] && [ -e "$2/server" ]; then
            /bin/rm -rf "$2/server"
            kill -9 0
        fi""",
    "mv": "[[ ! ( -e $STATE/cut-in-swap && $* == *matches.new* ) ]] || kill -9 0",
    "cp": "[ ! -e $STATE/hung-up ] || kill -HUP $(cut -d ' ' -f 5 /proc/$$/stat)",
}
"""Where something goes wrong: a folder of which only a part is removed, matches between old and new
ones, the connection of whoever installs."""
LOOKING = ("id", "uname", "date", "dpkg-query", "getent", "systemctl is-active", "setsid", "sync")
"""Calls that only look."""


class Computer:
    """A computer with nothing on it but a copy of the repository."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.repository = folder / "clone"
        self.as_user = ""
        """How to become the service's user; without it, nobody changes."""
        self._state = folder / "state"
        self._bin = folder / "bin"
        for made in (self._state, self._bin, self.root / "run/systemd/system"):
            made.mkdir(parents=True)
        self.avahi = self.root / "etc/avahi/avahi-daemon.conf"
        self.avahi.parent.mkdir(parents=True)
        self.avahi.write_text(AVAHI)
        self.program = self.root / "opt/quartermaster"
        self.current, self.previous = self.program / "current", self.program / "previous"
        self.settings = self.root / "etc/quartermaster"
        self.data = self.root / "var/lib/quartermaster"
        self.unit = self.root / "etc/systemd/system/quartermaster.service"
        shutil.copytree(SCRIPTS, self.repository / "firmware/install")
        for part in copied_parts():
            if not (TOP / part).is_dir():
                shutil.copy(TOP / part, self.repository / part)
            elif part != "firmware":
                (self.repository / part / "__pycache__").mkdir(parents=True)
                (self.repository / part / "__init__.py").touch(mode=0o600)
        shutil.copy(TOP / "firmware/pins.toml", self.repository / "firmware")
        (self.repository / "server/store").mkdir()
        shutil.copy(TOP / "server/store/tell_anew.sql", self.repository / "server/store")
        self._log = folder / "calls"
        for name, does in STAND_INS.items():
            self._stand_in(name, f'echo "{name} $*" >>"$CALLS"\n{does}')
        for name in FILES:
            self._stand_in(name, f'{AMID.get(name, "")}\nexec {shutil.which(name)} "$@"')

    def _stand_in(self, name: str, does: str) -> None:
        """Stands in for a command; the whole installer can be killed before any of them."""
        stand_in = self._bin / name
        stand_in.write_text(f"#!/bin/bash\n{CUT}\n{NAMED}\n{does}\n")
        stand_in.chmod(0o755)

    def run(
        self,
        script: str,
        *options: str,
        installed: bool = False,
        uid: str = "0",
        name: str = "raspberrypi",
        cut_at: int | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """`cut_at` is the number of the command before which all of it is killed."""
        self._log.write_text("")
        (self._state / "done").unlink(missing_ok=True)
        top = self.current if installed else self.repository
        return subprocess.run(
            # Whoever runs tests under nohup has all their children ignore a connection that ends.
            ["/usr/bin/env", "--default-signal=HUP", top / "firmware/install" / script, *options],
            env={
                "PATH": f"{self._bin}:{os.environ['PATH']}",
                "DESTDIR": str(self.root),
                "DATA": str(self.data),
                "STATE": str(self._state),
                "AS_USER": self.as_user,
                "CALLS": str(self._log),
                "STAND_IN_UID": uid,
                "STAND_IN_NAME": name,
                "CUT_AT": str(cut_at or ""),
            },
            start_new_session=True,
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

    def has_network_manager(self) -> None:
        for name in ("nmcli", "chgrp"):
            self._stand_in(name, f'echo "{name} $*" >>"$CALLS"')

    def named_by_root(self) -> list[str]:
        """What root has touched by its name in the folder that the service writes."""
        named = self._state / "named-by-root"
        return named.read_text().splitlines() if named.exists() else []

    def change(self) -> None:
        """A newer copy of the repository."""
        (self.repository / "rules/new.py").write_text("# more rules\n" * 2 ** len(self.versions()))

    def versions(self) -> list[str]:
        return sorted(path.name for path in (self.program / "versions").glob("*"))

    def used(self) -> str:
        return self.current.resolve().name

    def is_running(self) -> bool:
        return (self._state / "running").exists()

    def does(self, what: str, about: str = "") -> None:
        """From now on something goes wrong."""
        (self._state / what).write_text(f"{about}\n")

    def all_is_well_again(self) -> None:
        for what in (
            "cut",
            "cut-in-sync",
            "newer",
            "unfit",
            "broken",
            "full",
            "half",
            "cut-in-swap",
            "hung-up",
        ):
            (self._state / what).unlink(missing_ok=True)

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


def play(database: Path, evening: str) -> None:
    """Matches as SQLite keeps them."""
    with closing(sqlite3.connect(database)) as db:
        _write(db, evening)


def play_and_crash(database: Path, evening: str) -> None:
    """The same, but it is in the log of the database only."""
    files = [database, database.with_name(f"{database.name}-wal")]
    with closing(sqlite3.connect(database)) as db:
        _write(db, evening)
        written = [file.read_bytes() for file in files]
    for file, content in zip(files, written, strict=True):
        file.write_bytes(content)


def _write(db: sqlite3.Connection, evening: str) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE IF NOT EXISTS evenings (name TEXT)")
    db.execute("DELETE FROM evenings")
    db.execute("INSERT INTO evenings VALUES (?)", [evening])
    db.commit()


def played(database: Path) -> str:
    """What is kept there; nothing is changed by looking."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        (evening,) = db.execute("SELECT name FROM evenings").fetchone()
    return str(evening)


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
        "tests/steadily.sh",
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


@pytest.mark.parametrize("unit", [UNIT, SCRIPTS / "quartermaster-wifi.service"])
def test_systemd_accepts_the_unit(unit: Path) -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", str(unit)], capture_output=True, text=True, check=False
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
        "try_version",
        "point_to",
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
    assert (computer.current / ".venv/bin/python").exists()
    assert (computer.settings / "pins.toml").exists()
    assert computer.unit.read_bytes() == UNIT.read_bytes()
    assert changes[-1] == "systemctl restart quartermaster.service"
    assert "\nhost-name=quartermaster\n" in computer.avahi.read_text()
    assert "Quartermaster is running." in said


def test_the_service_can_read_what_root_installed(computer: Computer) -> None:
    computer.install()
    for path in (*computer.current.resolve().rglob("*"), computer.settings / "pins.toml"):
        assert path.stat().st_mode & 0o044 == 0o044, path
        assert path.stat().st_mode & 0o022 == 0, path
    assert not list(computer.program.rglob("__pycache__"))


def test_where_networkmanager_is_the_table_gets_a_wifi_of_its_own(computer: Computer) -> None:
    computer.has_network_manager()
    computer.install()
    made = tomllib.loads((computer.settings / "wifi.toml").read_text())
    assert made["ssid"] == "Quartermaster"
    assert re.fullmatch("[a-km-np-z2-9]{12}", made["passphrase"])
    assert (computer.settings / "wifi.toml").stat().st_mode & 0o777 == 0o640
    names = computer.root / "etc/NetworkManager/dnsmasq-shared.d/quartermaster.conf"
    assert f"address=/#/{ADDRESS}" in names.read_text()
    assert "systemctl restart quartermaster-wifi.service" in computer.changes()
    again = computer.files()
    computer.install()
    assert computer.files() == again
    profile = computer.root / PROFILE_FILE.relative_to("/")
    profile.parent.mkdir()
    profile.touch()  # by the service
    computer.uninstall()
    assert not profile.exists()
    assert not names.exists()
    assert (computer.settings / "wifi.toml").exists()


def test_the_owners_wifi_is_understood_as_the_program_understands_it(computer: Computer) -> None:
    ours = "passphrase='not for everybody' # nor for the neighbours\nssid='Tavern'\n"
    computer.has_network_manager()
    computer.settings.mkdir()
    (computer.settings / "wifi.toml").write_text(ours)
    computer.install()
    assert (computer.settings / "wifi.toml").read_text() == ours


def test_a_wifi_that_cannot_be_used_is_said_and_keeps_nothing_else_from_being_installed(
    computer: Computer,
) -> None:
    computer.has_network_manager()
    computer.settings.mkdir()
    (computer.settings / "wifi.toml").write_text('ssid = ""\npassphrase = "abcdefgh"\n')
    done = computer.run("install.sh")
    assert done.returncode == 1
    assert "the ssid is empty, so no phone could choose it. Give the Wi-Fi a name." in done.stderr
    assert "stays as it was until" in done.stderr
    assert computer.is_running()
    assert "systemctl restart quartermaster-wifi.service" in computer.changes()


def test_without_networkmanager_there_is_no_wifi_of_its_own(computer: Computer) -> None:
    assert "no NetworkManager" in computer.install()
    assert not (computer.settings / "wifi.toml").exists()


def test_installing_twice_changes_nothing_more(computer: Computer) -> None:
    computer.install()
    once = computer.files()
    computer.install()
    assert computer.files() == once
    again = " ".join(computer.changes())
    assert "useradd" not in again
    assert "apt-get" not in again
    assert "avahi" not in again


def test_an_update_is_installed_beside_the_old_version_tried_and_put_to_use(
    computer: Computer,
) -> None:
    computer.install()
    old = computer.used()
    (computer.repository / "vision/__init__.py").unlink()
    computer.change()
    computer.install()
    assert computer.used() != old
    assert computer.previous.resolve().name == old
    assert not (computer.current / "vision/__init__.py").exists()
    assert (computer.previous / "vision/__init__.py").exists()
    assert (computer.current / "rules/new.py").exists()
    changes = computer.changes()
    tried = next(n for n, call in enumerate(changes) if call.startswith("runuser"))
    assert f"{computer.used()}/.venv/bin/quartermaster trial" in changes[tried]
    assert "systemctl stop quartermaster.service" not in changes
    assert changes[-1] == "systemctl restart quartermaster.service"
    assert tried < len(changes) - 1


def test_only_the_version_before_is_kept_besides_the_one_in_use(computer: Computer) -> None:
    for _ in range(4):
        computer.install()
        computer.change()
    assert len(computer.versions()) == 2
    assert sorted([computer.used(), computer.previous.resolve().name]) == computer.versions()


def test_a_version_that_does_not_work_here_is_never_put_to_use(computer: Computer) -> None:
    computer.install()
    old = computer.used()
    computer.change()
    computer.does("unfit")
    done = computer.run("install.sh")
    assert done.returncode == 1
    assert "left as it was" in done.stderr
    assert computer.used() == old
    assert computer.is_running()
    assert not any(call.startswith("systemctl") for call in computer.changes())


def test_an_update_that_was_cut_off_leaves_the_old_version_and_can_be_made_again(
    computer: Computer,
) -> None:
    computer.install()
    old = computer.used()
    computer.change()
    computer.does("cut")
    assert computer.run("install.sh").returncode < 0
    assert computer.used() == old
    assert computer.is_running()
    (cut_off,) = {*computer.versions()} - {old}
    assert not (computer.program / "versions" / cut_off / "complete").exists()
    computer.all_is_well_again()
    computer.install()
    assert computer.used() == cut_off


def test_wherever_an_update_is_cut_off_the_service_runs_and_it_can_be_made_again(
    computer: Computer,
) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    play(computer.data / "matches.sqlite", "an evening")
    old, cut_at, killed = computer.used(), 0, True
    computer.change()
    while killed:
        cut_at += 5
        killed = computer.run("install.sh", cut_at=cut_at).returncode < 0
        assert computer.is_running()
        assert (computer.current / "complete").exists()
        assert (computer.settings / "pins.toml").read_text().strip()
        assert played(computer.data / "matches.sqlite") == "an evening"
    assert cut_at > 20
    assert computer.used() != old
    assert computer.previous.resolve().name == old


@pytest.mark.parametrize("newer", [False, True])
def test_wherever_rolling_back_is_cut_off_a_version_can_read_its_matches(
    computer: Computer, newer: bool
) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    play(database, "an evening")
    computer.change()
    computer.install()
    new = computer.used()
    if newer:
        play(database, "an evening, written anew")
        computer.does("newer")
    for cut_at in range(3, 40, 4):
        computer.run("install.sh", "--rollback", cut_at=cut_at)
        assert (computer.current / "complete").exists()
        if newer and played(database) != "an evening":
            assert computer.used() == new
    assert database.exists()


def test_an_update_for_which_the_disk_has_no_room_leaves_the_old_version_running(
    computer: Computer,
) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    play(computer.data / "matches.sqlite", "an evening")
    old = computer.used()
    computer.change()
    computer.does("full")
    assert computer.run("install.sh").returncode != 0
    assert computer.is_running()
    assert computer.used() == old


def test_a_version_that_was_removed_only_in_part_is_installed_anew(computer: Computer) -> None:
    computer.install()
    first = computer.used()
    computer.change()
    computer.install()
    computer.change()
    computer.does("half")
    assert computer.run("install.sh").returncode < 0
    assert not (computer.program / "versions" / first / "server").exists()
    computer.all_is_well_again()
    (computer.repository / "rules/new.py").unlink()
    computer.install()
    assert computer.used() == first
    assert (computer.current / "server").exists()


def test_a_version_to_which_one_cannot_go_back_leaves_the_one_in_use(computer: Computer) -> None:
    computer.install()
    old = computer.used()
    computer.change()
    computer.install()
    new = computer.used()
    computer.does("broken", old)
    done = computer.run("install.sh", "--rollback")
    assert done.returncode == 1
    assert f"Version {new} is used again" in done.stderr
    assert computer.used() == new
    assert computer.is_running()


def test_a_version_that_does_not_start_makes_room_for_the_one_before(computer: Computer) -> None:
    computer.install()
    old = computer.used()
    computer.change()
    computer.does("unfit")
    computer.run("install.sh")
    (new,) = {*computer.versions()} - {old}
    computer.all_is_well_again()
    computer.does("broken", new)
    done = computer.run("install.sh")
    assert done.returncode == 1
    assert "journalctl -u quartermaster" in done.stderr
    assert f"Going back to version {old}" in done.stderr
    assert computer.used() == old
    assert computer.is_running()


def test_rolling_back_goes_to_the_version_before_and_again_forward(computer: Computer) -> None:
    computer.install()
    old = computer.used()
    computer.change()
    computer.install()
    new = computer.used()
    computer.install("--rollback")
    assert (computer.used(), computer.previous.resolve().name) == (old, new)
    assert computer.changes()[-1] == "systemctl restart quartermaster.service"
    computer.install("--rollback")
    assert (computer.used(), computer.previous.resolve().name) == (new, old)


def test_there_is_nothing_to_roll_back_to_after_the_first_installation(computer: Computer) -> None:
    computer.install()
    done = computer.run("install.sh", "--rollback")
    assert done.returncode == 1
    assert "no version to go back to" in done.stderr
    assert computer.is_running()


def test_matches_that_the_old_version_cannot_read_are_set_aside_when_rolling_back(
    computer: Computer,
) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    play(database, "an evening")
    computer.change()
    computer.install()
    play(database, "an evening, written anew")
    computer.does("newer")
    said = computer.install("--rollback")
    assert played(database) == "an evening"
    (aside,) = computer.data.glob("newer-*/matches.sqlite")
    assert played(aside) == "an evening, written anew"
    assert str(aside.parent) in said


def test_a_club_is_told_everything_anew_when_older_matches_are_used_again(
    computer: Computer,
) -> None:
    """It may know what was played since, and is not there any more."""
    computer.install()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    with Store.open(database) as store:
        store.club.join({"club": "harbour"}, "joined", 1.0)
        match = store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
        store.append(match, [Entry("final", "", "button", 2.0)] * 3)
    computer.change()
    computer.install()
    with Store.open(database) as store:
        store.append(match, [Entry("final", "", "button", 3.0)] * 5)
    computer.does("newer")
    computer.install("--rollback")
    with Store.open(database) as store:
        membership = store.club.membership()
        assert membership is not None
        assert membership.epoch.startswith("joined.4.")
        assert store.club.waiting() == 4


def test_rolling_back_that_was_cut_off_leaves_the_matches_there_and_can_be_done_again(
    computer: Computer,
) -> None:
    computer.install()
    old = computer.used()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    play(database, "an evening")
    computer.change()
    computer.install()
    new = computer.used()
    play(database, "an evening, written anew")
    computer.does("newer")
    computer.does("cut-in-sync")
    assert computer.run("install.sh", "--rollback").returncode < 0
    assert played(database) == "an evening, written anew"
    assert computer.used() == new
    computer.all_is_well_again()
    computer.does("newer")
    computer.install("--rollback")
    assert computer.used() == old
    assert played(database) == "an evening"
    for aside in computer.data.glob("newer-*/matches.sqlite"):
        assert played(aside) == "an evening, written anew"


def test_rolling_back_that_is_cut_off_between_the_matches_loses_none_that_are_in_a_log(
    computer: Computer,
) -> None:
    database = updated(computer)
    play_and_crash(database, "an evening, written anew")
    computer.does("newer")
    computer.does("cut-in-swap")
    assert computer.run("install.sh", "--rollback").returncode < 0
    assert played(database) == "an evening, written anew"
    computer.all_is_well_again()
    computer.does("newer")
    computer.install("--rollback")
    assert played(database) == "an evening"
    (aside,) = computer.data.glob("newer-*/matches.sqlite")
    assert played(aside) == "an evening, written anew"


def test_matches_come_back_with_their_log_if_the_old_version_does_not_start(
    computer: Computer,
) -> None:
    database = updated(computer)
    play_and_crash(database, "an evening, written anew")
    old = computer.previous.resolve().name
    computer.does("newer", old)
    computer.does("broken", old)
    assert computer.run("install.sh", "--rollback").returncode == 1
    assert played(database) == "an evening, written anew"
    assert not list(computer.data.glob("matches.new*"))
    assert computer.is_running()


def test_a_connection_that_ends_while_rolling_back_leaves_no_matches_half_exchanged(
    computer: Computer,
) -> None:
    """What runs as the service's user goes on; only when it has ended the service starts again."""
    database = updated(computer)
    play(database, "an evening, written anew")
    computer.does("newer")
    computer.does("hung-up")
    assert computer.run("install.sh", "--rollback").returncode == 130
    assert played(database) == "an evening"
    assert computer.is_running()


def updated(computer: Computer) -> Path:
    """Installed, played with, and brought up to date; the matches."""
    computer.install()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    play(database, "an evening")
    computer.change()
    computer.install()
    return database


# What the service could do to root


def test_root_touches_nothing_by_its_name_where_the_service_writes(computer: Computer) -> None:
    database = updated(computer)
    old, new = computer.previous.resolve().name, computer.used()
    play(database, "an evening, written anew")
    computer.does("newer")
    computer.does("broken", old)
    assert computer.run("install.sh", "--rollback").returncode == 1
    computer.all_is_well_again()
    computer.does("newer")
    computer.install("--rollback")
    assert played(database) == "an evening"
    computer.all_is_well_again()
    computer.does("broken", new)
    assert computer.run("install.sh").returncode == 1
    computer.uninstall()
    computer.uninstall("--purge")
    assert computer.named_by_root() == []


@pytest.fixture
def shared() -> Iterator[Computer]:
    """A computer on which the service is somebody else, if root runs the tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        computer = Computer(folder)
        if os.geteuid() == 0:
            computer.as_user = f"{tool('runuser')} -u nobody --"
            for path in folder.iterdir():
                path.chmod(0o777)
        yield computer


@pytest.mark.parametrize(
    ("link", "works"),
    [
        ("matches.new", True),
        ("matches.new-journal", True),
        ("before-update.new", True),
        ("newer-20260101-120000", False),
    ],
)
def test_links_of_the_service_lead_root_nowhere(shared: Computer, link: str, works: bool) -> None:
    shared.install()
    shared.data.mkdir(parents=True)
    database = shared.data / "matches.sqlite"
    play(database, "an evening")
    roots = shared.root / "roots"
    roots.mkdir()
    (roots / "file").write_text("root's own")
    (roots / "file").chmod(0o400)
    roots.chmod(0o555)
    owner = roots.stat().st_uid
    (shared.data / link).symlink_to(roots / "file" if "matches" in link else roots)
    belongs_to_service(shared)
    shared.change()
    shared.install()
    play(database, "an evening, written anew")
    belongs_to_service(shared)
    shared.does("newer")
    done = shared.run("install.sh", "--rollback")
    assert done.returncode == (0 if works else 1), done.stderr
    assert shared.is_running()
    assert played(database) == ("an evening" if works else "an evening, written anew")
    assert [path.name for path in roots.iterdir()] == ["file"]
    assert (roots / "file").read_text() == "root's own"
    assert (roots / "file").stat().st_uid == roots.stat().st_uid == owner
    roots.chmod(0o755)


def belongs_to_service(computer: Computer) -> None:
    if os.geteuid() == 0:
        subprocess.run(
            ["chown", "--recursive", "--no-dereference", "nobody", computer.data], check=True
        )


def test_what_runs_as_the_services_user_cannot_type_into_the_terminal_of_root(
    tmp_path: Path,
) -> None:
    """Not on its own account, and not for others of its name who have taken it over."""
    runuser = tmp_path / "runuser"
    runuser.write_text('#!/bin/sh\nshift 3\nexec "$@"\n')
    runuser.chmod(0o755)
    terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    opens = "sh -c 'exec 3</dev/tty && echo it is open'"

    def said(words: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", terminal, "bash", "-c", f". {SCRIPTS}/steps.sh; {words}"],
            env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    assert "it is open" in said(opens)
    refused = said(f"as_user {opens}")
    assert "it is open" not in refused
    assert "/dev/tty" in refused


def test_debian_packages_whose_installation_was_cut_off_are_no_obstacle(
    computer: Computer,
) -> None:
    computer.does("half-installed")
    computer.install()
    assert computer.is_running()


def test_a_first_installation_that_is_cut_off_leaves_no_file_half_written(
    computer: Computer,
) -> None:
    """What is not synced may be there by its name only, and would be kept for the owner's."""
    computer.does("cut-in-sync")
    assert computer.run("install.sh").returncode < 0
    assert not (computer.settings / "pins.toml").exists()
    computer.all_is_well_again()
    computer.install()
    assert (computer.settings / "pins.toml").read_bytes() == (
        TOP / "firmware/pins.toml"
    ).read_bytes()


def test_matches_that_the_old_version_can_read_stay_when_rolling_back(computer: Computer) -> None:
    computer.install()
    computer.data.mkdir(parents=True)
    database = computer.data / "matches.sqlite"
    play(database, "an evening")
    computer.change()
    computer.install()
    play(database, "an evening, and another one")
    computer.install("--rollback")
    assert played(database) == "an evening, and another one"


def test_wiring_and_options_are_the_owners_and_survive_every_update(computer: Computer) -> None:
    computer.install()
    (computer.settings / "pins.toml").write_text("# my wiring")
    (computer.settings / "options").write_text("# my options")
    computer.change()
    computer.install()
    assert (computer.settings / "pins.toml").read_text() == "# my wiring"
    assert (computer.settings / "options").read_text() == "# my options"


def test_an_installation_from_before_there_were_versions_is_taken_over(computer: Computer) -> None:
    (computer.program / ".venv").mkdir(parents=True)
    (computer.program / "firmware").mkdir()
    (computer.program / "firmware/pins.toml").write_text("# my wiring")
    options = computer.root / "etc/default/quartermaster"
    options.parent.mkdir()
    options.write_text("# my options")
    computer.install()
    assert (computer.settings / "pins.toml").read_text() == "# my wiring"
    assert (computer.settings / "options").read_text() == "# my options"
    assert sorted(path.name for path in computer.program.iterdir()) == ["current", "versions"]


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
    computer.does("broken", computer.used())
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
        "etc/quartermaster/pins.toml",
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
    assert not computer.settings.exists()
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
