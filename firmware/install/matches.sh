#!/usr/bin/env bash
# matches.sh DATA WHAT... : what install.sh does in the folder of the matches. It runs as the service's
# user: whatever that user may write could be a link to any other file the next moment, and for root no
# name in there is to be trusted.
set -euo pipefail
umask 027

# copy DATABASE TARGET : as it is at one moment, with its log, also while it is in use.
copy() {
    python3 -c 'import sqlite3, sys
from contextlib import closing
from pathlib import Path
source = Path(sys.argv[1]).absolute().as_uri() + "?mode=ro"
with closing(sqlite3.connect(source, uri=True)) as db, closing(sqlite3.connect(sys.argv[2])) as new:
    db.backup(new)' "$@"
}

# A newer version may write the matches in a way that an older one cannot read.
keep() {
    [ -e matches.sqlite ] || return 0
    rm -rf before-update.new
    mkdir before-update.new
    copy matches.sqlite before-update.new/matches.sqlite
    sync
    rm -rf before-update
    mv -T before-update.new before-update
}

# tell_anew DATABASE SQL : a club that was told of the matches of now is told everything anew.
tell_anew() {
    python3 -c 'import sqlite3, sys
from contextlib import closing
with closing(sqlite3.connect(sys.argv[1])) as db:
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", ("club",)).fetchone():
        db.executescript("BEGIN;" + sys.argv[2] + "COMMIT;")' "$@"
}

# swap FOLDER OTHER SQL : use the matches of one folder, and keep those of now in another one. Whenever
# it is cut off, the matches of now or those of the folder are there, and whole.
swap() {
    mkdir -p "$2"
    cp -a matches.sqlite* "$2"
    rm -f matches.new*
    copy "$1/matches.sqlite" matches.new
    tell_anew matches.new "$3"
    sync
    # What is in the log of the database goes into it, or the database would not be whole without it.
    # One that is too broken for that is kept as it is in the other folder.
    python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("PRAGMA wal_checkpoint(TRUNCATE)")' matches.sqlite 2>/dev/null || true
    rm -f matches.sqlite-wal matches.sqlite-shm
    mv -T matches.new matches.sqlite
    sync
}

cd "$1"
shift
"$@"
