import type { Statements } from '../platform/db/database.ts';

/** Serialises opening and replacing the key until the transaction ends. */
export const lockInstallation = (tx: Statements) => tx.run('select pg_advisory_xact_lock(7220303)');

export interface Installation {
  /** Fingerprint of the signing key; null before the first start. */
  fingerprint: Buffer | null;
  has_members: boolean;
}

export const findInstallation = (db: Statements) =>
  db.row<Installation>(
    `select (select signing_key_fingerprint from installation) as fingerprint, exists (select from members) as has_members`,
  );

/** Returns which tables exist: none in a new database, only some in an older version. */
export const findExistingTables = (db: Statements) =>
  db.row<{ installation: boolean; members: boolean }>(
    `select to_regclass('installation') is not null as installation, to_regclass('members') is not null as members`,
  );

export const upsertFingerprint = (tx: Statements, fingerprint: Buffer) =>
  tx.run(
    `insert into installation (signing_key_fingerprint) values ($1)
     on conflict (is_only) do update set signing_key_fingerprint = excluded.signing_key_fingerprint`,
    [fingerprint],
  );

/** Counts connections of servers, jobs and commands, except the `signing-key` command. */
export const countConnections = (db: Statements) =>
  db.row<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name in ('mbari', 'mbari backup')`,
  );
