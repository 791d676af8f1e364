#!/bin/bash
# A streaming replica of the PostgreSQL that PGHOST, PGUSER and PGPASSWORD name, in PGDATA: copied once, and followed from then on.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What a copy that was cut off has left.
  rm -rf "$PGDATA" "$PGDATA.new"
  pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --checkpoint=fast
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
