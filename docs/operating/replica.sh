#!/bin/bash
# Runs a streaming replica in PGDATA of the PostgreSQL at PGHOST (PGUSER, PGPASSWORD). The first start copies it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Removes what an interrupted copy left.
  rm -rf "$PGDATA" "$PGDATA.new"
  pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --checkpoint=fast
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
