import type { Statements } from '../../platform/db/database.ts';

/** Whoever opens or replaces the key does it alone, until the transaction ends. */
export const lockInstallation = (tx: Statements) => tx.run('select pg_advisory_xact_lock(7220303)');

export interface Installation {
  /** Of the key that this database was used with; null before the first. */
  fingerprint: Buffer | null;
  has_members: boolean;
}

export const findInstallation = (db: Statements) =>
  db.row<Installation>(
    `select (select signing_key_fingerprint from installation) as fingerprint, exists (select from members) as has_members`,
  );

/** Which of its tables a database has: one that no version was started on has none, and one of an earlier version not all. */
export const findTables = (db: Statements) =>
  db.row<{ installation: boolean; members: boolean }>(
    `select to_regclass('installation') is not null as installation, to_regclass('members') is not null as members`,
  );

export const setFingerprint = (tx: Statements, fingerprint: Buffer) =>
  tx.run(
    `insert into installation (signing_key_fingerprint) values ($1)
     on conflict (is_only) do update set signing_key_fingerprint = excluded.signing_key_fingerprint`,
    [fingerprint],
  );

/** Connections of servers and job runners to this database; the command line goes by other names. */
export const countConnections = (db: Statements) =>
  db.row<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name in ('mbari', 'mbari backup')`,
  );
