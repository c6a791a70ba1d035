#!/usr/bin/env bash
# Starts PostgreSQL with continuous archiving by pgBackRest: to the volume `archive`, and to BACKUP_PLACE when it is set:
#
#   sftp://user@host:22/folder                        with a private SSH key in the secret backup_place_key
#   s3://key-id@endpoint/bucket/folder?region=name    with the secret key of S3 in it
#
# Both places are encrypted with the secret backup_key. Other commands run with the same settings.
set -euo pipefail
umask 077

secret() { cat "/run/secrets/$1" 2>/dev/null || true; }

# Both places in a folder of the key: another key begins anew, and what the former one encrypted stays readable with it.
key=$(secret backup_key)
folder=${key:+$(printf %s "$key" | sha256sum | cut -c1-8)}
folder=${folder:-unencrypted}

# Settings that every place has, by its number.
place() {
  printf "repo$1-%s\n" bundle=y block=y retention-full-type=time retention-full=14 "path=$2/$folder"
  [ -z "$key" ] || printf "repo$1-%s\n" cipher-type=aes-256-cbc "cipher-pass=$key"
}

second_place() {
  local form='^(sftp|s3)://([^@/]+)@([^:/]+)(:([0-9]+))?/([^?]*)(\?region=(.+))?$'
  [[ $BACKUP_PLACE =~ $form ]] || { echo "BACKUP_PLACE: expected sftp://… or s3://…" >&2; exit 1; }
  local type=${BASH_REMATCH[1]} user=${BASH_REMATCH[2]} host=${BASH_REMATCH[3]} port=${BASH_REMATCH[5]}
  local path=${BASH_REMATCH[6]%/} region=${BASH_REMATCH[8]:-us-east-1}
  echo "repo2-type=$type"
  if [ "$type" = sftp ]; then
    place 2 "/$path"
    # The key of the host is stored in the volume when it is first seen.
    printf 'repo2-sftp-%s\n' "host=$host" "host-port=${port:-22}" "host-user=$user" host-key-hash-type=sha256 \
      host-key-check-type=accept-new private-key-file=/run/secrets/backup_place_key
  else
    local bucket=${path%%/*}
    place 2 "${path#"$bucket"}"
    printf 'repo2-s3-%s\n' "endpoint=$host${port:+:$port}" "bucket=$bucket" "region=$region" uri-style=path \
      "key=$user" "key-secret=$(secret backup_place_key)"
    { cat /etc/ssl/certs/ca-certificates.crt; secret certificate_authority; } >/tmp/pgbackrest/authorities.crt
    echo repo2-storage-ca-file=/tmp/pgbackrest/authorities.crt
  fi
}

mkdir -p "$PGBACKREST_CONFIG_INCLUDE_PATH" /archive/.ssh
{
  echo '[global]'
  place 1 /archive
  [ -z "${BACKUP_PLACE:-}" ] || second_place
} >"$PGBACKREST_CONFIG_INCLUDE_PATH/places.conf"

# Left behind by a restore that was killed.
[ ! -e "$PGDATA/PG_VERSION" ] || [ "$1" != postgres ] || rm -rf "$PGDATA"/.restored "$PGDATA"/.former-*

umask 022
[ "$1" != postgres ] || base-backup first &
exec docker-entrypoint.sh "$@"
