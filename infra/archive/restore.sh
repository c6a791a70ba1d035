#!/usr/bin/env bash
# Restores the data of a moment while PostgreSQL is stopped, in two steps:
#
#   restore-data prepare '2026-11-27 14:32:00+00' < changes.sql    beside the present data; SQL to run on the result
#   restore-data swap                                              replaces the present data by it
#
# `latest` instead of a time: all that is archived. The former branch of the log is followed for a time before a restore.
set -euo pipefail
next=$PGDATA/.restored

seconds() { echo "$1 : $((SECONDS - began)) s"; began=$SECONDS; }

# Waits until the log is replayed; fails when PostgreSQL ends instead.
replayed() {
  until pg_isready -q -h /tmp; do
    sleep 1
    pg_ctl -D "$next" status >/dev/null || return 1
  done
}

prepare() {
  local target=(--type=time "--target=$1" --target-timeline=current --target-action=promote)
  [ "$1" != latest ] || target=(--type=default --target-timeline=latest)
  rm -rf "$next"
  mkdir -m 700 "$next"
  trap 'pg_ctl -D "$next" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$next"' EXIT
  began=$SECONDS
  pgbackrest --pg1-path="$next" "${target[@]}" restore
  seconds 'Copie des fichiers'
  # What it writes itself is archived when it runs as usual: only marked here.
  pg_ctl -D "$next" -W -l /tmp/recovery.log -s -o "-c listen_addresses= -c unix_socket_directories=/tmp \
    -c hot_standby=off -c archive_mode=on -c archive_command= -c shared_buffers=256MB" start
  if ! replayed; then
    if grep -q 'recovery ended before configured recovery target' /tmp/recovery.log; then
      echo "Les archives s'arrêtent avant ce moment : --to latest restaure tout ce qu'elles contiennent." >&2
    else
      tail -5 /tmp/recovery.log >&2
      pgbackrest info >&2
    fi
    return 1
  fi
  seconds 'Journal rejoué'
  grep -o 'last completed transaction.*' /tmp/recovery.log | tail -1 || true
  psql -h /tmp -U postgres -d fasocolis -v ON_ERROR_STOP=1 -q1f - >/dev/null
  pg_ctl -D "$next" -m fast -w -s stop
  seconds 'Vérification et arrêt'
  trap - EXIT
}

# After a kill nothing starts until it is repeated: PG_VERSION leaves first and comes last.
swap() {
  local former
  [ -e "$next/PG_VERSION" ]
  former=$PGDATA/.former-$(date +%s%N)
  mkdir "$former"
  [ ! -e "$PGDATA/PG_VERSION" ] || mv -t "$former" "$PGDATA/PG_VERSION"
  find "$PGDATA" -mindepth 1 -maxdepth 1 ! -name .restored ! -name '.former-*' -exec mv -t "$former" {} +
  chmod 700 "$PGDATA"
  find "$next" -mindepth 1 -maxdepth 1 ! -name PG_VERSION -exec mv -t "$PGDATA" {} +
  mv -t "$PGDATA" "$next/PG_VERSION"
  sync
  rm -rf "$next" "$PGDATA"/.former-*
}

"$@"
