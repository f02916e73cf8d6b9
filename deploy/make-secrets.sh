#!/bin/sh
# Makes the secrets file that all servers on one PostgreSQL share: the keys to every answer, and the peppers of access
# keys and PINs. Keep a copy apart from the backups of the database; without it no answer can be read.
#
#   sh deploy/make-secrets.sh deploy/secrets/firsthand.json
#
# With SQLite it is not needed: the server makes the file by itself.
set -eu
umask 077
file=${1:?which file?}
mkdir -p "$(dirname "$file")"
# never over one that is there already
set -C
printf '{ "version": 1, "masterKeys": { "m1": "%s" }, "currentMasterKey": "m1", "peppers": { "p1": "%s" }, "currentPepper": "p1" }\n' \
  "$(openssl rand -base64 32)" "$(openssl rand -base64 32)" >"$file"
echo "Made: $file" >&2
