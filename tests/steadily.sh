#!/usr/bin/env bash
# Runs pytest with these arguments. What failed runs once more by itself, so that nobody is told that
# something is broken when only their computer was busy; what then passes is named at the end.
set -euo pipefail
failed=.pytest_cache/v/cache/lastfailed
rm -f "$failed" # of what an earlier run failed, this one may have left out some
code=0
pytest "$@" || code=$?
[ "$code" -eq 1 ] || exit "$code" # interrupted or broken itself, it says nothing about the tests
again=$(python -c 'import json, sys; print(*json.load(open(sys.argv[1])), sep="\n")' "$failed")
echo "Once more, not beside others: $(wc -l <<<"$again") that failed."
pytest --last-failed --exitfirst
printf '\n%s\n%s\n' "UNSTEADY: passes only by itself, and needs mending:" "$again"
