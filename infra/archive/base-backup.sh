#!/usr/bin/env bash
# Copies the files of PostgreSQL to each place of pgBackRest: all of them once a week, otherwise what has changed. A restore
# begins with such a copy and replays the archived log. With `first`, waits for PostgreSQL and makes the copies without
# which nothing can be restored: in new places, of new data, and after a restore, whose log branches off from the former.
set -euo pipefail

# What the copies are of: the data and the branch of their log.
identity() {
  psql -U postgres -d postgres -Atc 'SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()'
}

settings=$PGBACKREST_CONFIG_INCLUDE_PATH/places.conf
numbers=$(grep -o 'repo[0-9]-path' "$settings" | tr -dc '0-9\n')
# The place and the key.
place() { grep "^repo$1" "$settings" | sha256sum | cut -c1-16; }

back_up() {
  local week_ago latest
  week_ago=$(date -d '7 days ago' +%Y%m%d)
  latest=$(pgbackrest --repo="$1" --output=json info | grep -o '"label":"[0-9]*-[0-9]*F"' | tr -dc '0-9\n' | tail -1 || true)
  pgbackrest --repo="$1" --type="$([[ ${latest:0:8} > $week_ago ]] && echo incr || echo full)" backup
  echo "$(identity) $(place "$1")" >"/archive/base-$1"
}

if [ "${1:-}" = first ]; then
  # The server that creates the data listens to no address.
  until pg_isready --quiet --host=127.0.0.1; do sleep 1; done
  # Prepares the places; `upgrade` is for those that hold other data.
  until pgbackrest stanza-create || pgbackrest stanza-upgrade; do sleep 60; done
  for number in $numbers; do
    until [ "$(cat "/archive/base-$number" 2>/dev/null)" = "$(identity) $(place "$number")" ] || back_up "$number"; do
      sleep 60
    done
  done
else
  failed=0
  for number in $numbers; do back_up "$number" || failed=1; done
  exit "$failed"
fi
