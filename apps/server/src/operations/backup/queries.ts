import type pg from 'pg';
import type { Statements } from '../../platform/db/database.ts';
import { migrationLock } from '../../platform/db/migrate.ts';
import type { Row } from '../../platform/db/table.ts';
import { isId } from '../../platform/ids.ts';
import { backupState } from '../table.ts';
import type { ForeignKey } from './copy-tables.ts';

// Queries of the catalogue. Skips tables that an extension creates, and unlogged tables, because a crash may empty them.

/** Disables timeouts, and sets an output format that all PostgreSQL versions read. */
export const prepareSession = async (client: pg.ClientBase, name: 'mbari backup' | 'mbari restore'): Promise<unknown> =>
  client.query(
    `select set_config(name, value, false) from (values
       ('application_name', $1), ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
       ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
     ) as settings (name, value)`,
    [name],
  );

/** Blocks migrations until the connection is closed or `unlockSchemaShared`. Waits for a running migration. */
export const lockSchemaShared = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
export const unlockSchemaShared = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_advisory_unlock_shared($1)', [migrationLock]);
/** Blocks migrations and server starts until the connection is closed. */
export const lockSchema = (client: pg.ClientBase): Promise<unknown> => client.query('select pg_advisory_lock($1)', [migrationLock]);

const notFromExtension = (relation: string): string =>
  `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${relation}.oid and d.deptype = 'e')`;

export interface TableColumns {
  name: string;
  /** Excludes generated columns, and transaction ids (xid8), which mean nothing in another cluster. */
  columns: string[];
}

export const listTables = async (client: pg.ClientBase): Promise<TableColumns[]> =>
  (
    await client.query<TableColumns>(
      `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              and a.atttypid <> 'xid8'::regtype
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
          and c.relname <> 'migrations' and c.relname ~ '^[a-z][a-z0-9_]*$' and ${notFromExtension('c')}
        group by c.oid, c.relname order by c.relname`,
    )
  ).rows;

export interface TextColumns {
  name: string;
  columns: { name: string; type: 'text' | 'jsonb' }[];
}

/**
 * Lists texts and documents that may contain links. Leaves out keys (with the collation "C" or a constraint), columns with a length limit, where
 * a longer address could fail, addresses of other programs, and evidence, which must not change.
 */
export const listTextColumns = async (client: pg.ClientBase): Promise<TextColumns[]> =>
  (
    await client.query<TextColumns>(
      `select c.relname::text as name,
              json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype) order by a.attnum) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and (a.atttypid = 'jsonb'::regtype or a.atttypid = 'text'::regtype and a.attcollation = 'pg_catalog.default'::regcollation)
          and c.relname not in ('webhooks', 'webhook_deliveries', 'push_subscriptions', 'client_apps', 'client_app_codes', 'report_evidence')
          and not exists (select from pg_constraint k where k.conrelid = c.oid and a.attnum = any (k.conkey)
                             and (k.contype in ('p', 'u', 'f') or pg_get_constraintdef(k.oid) ~ 'length\\('))
          and ${notFromExtension('c')}
        group by c.relname order by c.relname`,
    )
  ).rows;

export interface Sequence {
  name: string;
  last: string;
}

export const listSequences = async (client: pg.ClientBase): Promise<Sequence[]> =>
  (
    await client.query<Sequence>(
      `select sequencename::text as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null and sequencename ~ '^[a-z][a-z0-9_]*$' order by sequencename`,
    )
  ).rows;

export const setSequence = (client: pg.ClientBase, { name, last }: Sequence): Promise<unknown> =>
  client.query(`select setval(format('public.%I', $1::text)::regclass, $2::bigint)`, [name, last]);

export const listForeignKeys = async (client: pg.ClientBase): Promise<ForeignKey[]> =>
  (
    await client.query<ForeignKey>(
      `select r.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
         from pg_constraint k join pg_class r on r.oid = k.conrelid
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by 1, 2`,
    )
  ).rows;

export interface AppliedMigration {
  name: string;
  checksum: string;
}

export async function listAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[] | null> {
  const table = await client.query<{ exists: boolean }>(`select to_regclass('public.migrations') is not null as exists`);
  if (table.rows[0]?.exists !== true) return null;
  return (await client.query<AppliedMigration>('select name, checksum from public.migrations order by name')).rows;
}

/** Existing tables and pending jobs, which a restore refuses to overwrite. */
export async function listExistingContent(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${notFromExtension('c')} order by 1`,
  );
  const queue = await client.query<{ exists: boolean }>(`select to_regclass('graphile_worker.jobs') is not null as exists`);
  if (queue.rows[0]?.exists !== true) return rows.map(({ name }) => name);
  const jobs = await client.query('select from graphile_worker.jobs limit 1');
  return [...rows.map(({ name }) => name), ...(jobs.rowCount === 0 ? [] : ['jobs that wait'])];
}

export const findServerVersion = async (client: pg.ClientBase): Promise<string> =>
  (await client.query<{ version: string }>(`select current_setting('server_version') as version`)).rows[0]!.version;

/** Stores the restore's id as a table comment, committed with the rows. */
export async function setRestoreComment(client: pg.ClientBase, id: string): Promise<void> {
  if (!isId(id)) throw new Error('not the id of a restore');
  await client.query(`comment on table public.migrations is 'restored ${id}'`);
}

export const findRestore = async (client: pg.ClientBase): Promise<string | null> =>
  (
    await client.query<{ note: string | null }>(
      `select substring(obj_description(to_regclass('public.migrations'), 'pg_class') from '^restored (.*)$') as note`,
    )
  ).rows[0]?.note ?? null;

/** Estimate: rows compress to less than half. */
export const estimateSize = async (client: pg.ClientBase): Promise<{ pictures: number; bytes: number }> => {
  const { rows } = await client.query<{ pictures: number; bytes: string }>(
    `select (select count(*)::int from images where deleted_at is null) as pictures,
            (select coalesce(sum(bytes), 0) from images where deleted_at is null)
            + (select coalesce(sum(pg_table_size(oid)), 0) / 2 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as bytes`,
  );
  return { pictures: rows[0]?.pictures ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
};

export interface ImageRow {
  id: string;
  widths: number[];
  avif_widths: number[];
}

/** Opens a `with hold` cursor of the snapshot's images, without deleted ones. */
export const openImages = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    'declare pictures no scroll cursor with hold for select id::text, widths, avif_widths from images where deleted_at is null order by id',
  );
export const nextImages = async (client: pg.ClientBase): Promise<ImageRow[]> =>
  (await client.query<ImageRow>('fetch 100 from pictures')).rows;

export const countImageFiles = async (client: pg.ClientBase): Promise<number> =>
  (
    await client.query<{ files: number }>(
      'select coalesce(sum(2 * cardinality(widths) + cardinality(avif_widths)), 0)::int as files from images where deleted_at is null',
    )
  ).rows[0]!.files;

/**
 * Pending jobs as arguments of `add_job`, because the queue's tables differ between versions. Excludes failed jobs, and those that write or test backups.
 * A running job is included and runs again.
 */
export const jobs = {
  columns: ['task', 'queue', 'payload', 'run_at', 'max_attempts', 'key', 'priority'],
  waiting: `(select t.identifier as task, q.queue_name as queue, j.payload, j.run_at, j.max_attempts, j.key, j.priority
               from graphile_worker._private_jobs j
               join graphile_worker._private_tasks t on t.id = j.task_id
               left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
              where j.attempts < j.max_attempts and t.identifier not in ('make_backup', 'test_restore') order by j.id)`,
  restored: 'pg_temp.restored_jobs',
};

export const createRestoredJobsTable = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `create temporary table restored_jobs (n bigint generated always as identity, task text, queue text, payload json,
       run_at timestamptz, max_attempts integer, key text, priority integer) on commit drop`,
  );

export const insertRestoredJobs = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `select from (select * from pg_temp.restored_jobs order by n) r,
       lateral graphile_worker.add_job(r.task, payload => r.payload, queue_name => r.queue, run_at => r.run_at,
                                       max_attempts => r.max_attempts, job_key => r.key, priority => r.priority)`,
  );

export const findFingerprint = async (client: pg.ClientBase): Promise<Buffer | null> =>
  (await client.query<{ fingerprint: Buffer }>('select signing_key_fingerprint as fingerprint from installation')).rows[0]?.fingerprint ??
  null;

export const listSealedSecondSteps = async (client: pg.ClientBase): Promise<string[]> =>
  (
    await client.query<{ username: string }>(
      'select m.username from totp_secrets t join members m on m.id = t.member_id where t.confirmed_at is not null order by m.username',
    )
  ).rows.map(({ username }) => username);

export interface HandoverFacts {
  name: string | null;
  contact_email: string | null;
  /** Usernames. */
  admins: string[];
  moderators: string[];
  passkeys: number;
  subscriptions: number;
  /** Hosts: the rest of an address may be a secret. */
  webhooks: string[];
}

export const findHandoverFacts = async (client: pg.ClientBase | pg.Pool): Promise<HandoverFacts> =>
  (
    await client.query<HandoverFacts>(
      `select name, contact_email,
              array(select username::text from members where role = 'admin' and closed_at is null order by username) as admins,
              array(select username::text from members where role = 'moderator' and closed_at is null order by username) as moderators,
              (select count(*)::int from passkeys) as passkeys,
              (select count(*)::int from subscriptions where ends_at > now()) as subscriptions,
              array(select distinct substring(url from '^https?://(?:[^/@]*@)?([^/?#]+)') from webhooks order by 1) as webhooks
         from site_settings`,
    )
  ).rows[0]!;

const backupLock = 7_220_305;

/** Takes the lock of backups and test restores, of which one runs at a time. Throws if it is taken. */
export async function requireBackupLock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [backupLock]);
  if (!rows[0]?.taken) throw new Error('Another backup or test restore is running. Try again when it is done.');
}

export const releaseBackupLock = (client: pg.ClientBase): Promise<unknown> => client.query('select pg_advisory_unlock($1)', [backupLock]);

/** Queues a job. Returns false if a backup or a test restore runs or is about to start, on any node or by the command. */
export const addBackupJob = async (tx: Statements, name: 'make_backup' | 'test_restore'): Promise<boolean> =>
  (await tx.run(
    `select (graphile_worker.add_job($1, job_key => $1, max_attempts => 1, queue_name => 'backups')).id
      where not exists (select from graphile_worker.jobs
                         where task_identifier in ('make_backup', 'test_restore') and (locked_at is not null or run_at <= now()) and attempts < max_attempts)
        and not exists (select from pg_locks l join pg_database d on d.oid = l.database
                         where d.datname = current_database() and l.locktype = 'advisory' and l.objid = $2 and l.objsubid = 1)`,
    [name, backupLock],
  )) > 0;

const nightly = backupState.pick('file', 'size_bytes', 'seconds', 'missing_files');

export const updateBackupSuccess = (db: Statements, backup: Row<typeof nightly>) =>
  db.run(
    `update backup_state b set succeeded_at = now(), first_succeeded_at = coalesce(first_succeeded_at, now()), ${nightly.set('b', '$1')}`,
    [nightly.record(backup)],
  );

export const updateBackupFailure = (db: Statements, reason: string) =>
  db.run('update backup_state set failed_at = now(), failure = $1, failures_count = failures_count + 1', [reason]);

const restoreTest = backupState.pick('restored_file', 'restore_seconds');

export const updateRestoreTestSuccess = (db: Statements, test: Row<typeof restoreTest>) =>
  db.run(`update backup_state b set restored_at = now(), ${restoreTest.set('b', '$1')}`, [restoreTest.record(test)]);

export const updateRestoreTestFailure = (db: Statements, reason: string) =>
  db.run('update backup_state set restore_failed_at = now(), restore_failure = $1', [reason]);
