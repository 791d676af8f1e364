import { createHash } from 'node:crypto';
import pg from 'pg';
import { asOptions, requestSettings, requestTimeouts } from './connect.ts';
import { type Hint, type Hints, hintsChannel, openHints } from './hints.ts';

/** Runs single statements. Each statement is named by a hash of its text, so PostgreSQL prepares it once per connection. */
export interface Statements {
  rows<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  row<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /** Announces a change to event streams on all nodes: after the commit in a transaction, otherwise immediately. */
  hint(...hint: Hint): void;
}

export interface Database extends Statements {
  /** Runs the work in one transaction. Commits if it returns, rolls back if it throws, retries serialization failures and deadlocks. */
  transaction<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result>;
  load(): { total: number; idle: number; waiting: number };
  readonly hints: Hints;
  readonly pool: pg.Pool;
  /** PostgreSQL itself, for session state such as locks and LISTEN: `pool` may lead through a pooler. */
  readonly direct: pg.ClientConfig;
  close(): Promise<void>;
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha1').update(sql).digest('base64url');
    names.set(sql, name);
  }
  return name;
}

/** Returns the statements of a connection. Pass `hint` the announcements of changes. */
export function statementsOn(client: pg.Pool | pg.PoolClient, hint: (hint: Hint) => void): Statements {
  const query = <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    client.query<Row>({ name: nameOf(sql), text: sql, values: values as unknown[] });
  return {
    rows: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => (await query<Row>(sql, values)).rows,
    row: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => (await query<Row>(sql, values)).rows[0],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
    hint: (...args) => hint(args),
  };
}

/** Commits asynchronously: after a crash there are no listeners to notify. */
const notify = `select pg_notify($1, chunk), set_config('synchronous_commit', 'off', true) from unnest($2::text[]) as chunk`;

const mayRetry = new Set(['40001', '40P01']);

export interface DatabaseOptions extends pg.PoolConfig {
  onError?: (error: Error) => void;
  /** A pooler in front of the same database, used for requests. Poolers accept no startup settings, so `pooler.ts` stores them for the role. */
  pooler?: pg.ClientConfig | null;
}

export function openDatabase({ onError, pooler, ...options }: DatabaseOptions): Database {
  const bounds = { max: options.max ?? 10, connectionTimeoutMillis: options.connectionTimeoutMillis ?? 2_000 };
  const application = { application_name: options.application_name ?? 'mbari' };
  const direct = { ...requestTimeouts, ...application, ...options, options: `${asOptions(requestSettings)} ${options.options ?? ''}` };
  const pool = new pg.Pool({ ...(pooler ? { ...pooler, ...application } : direct), ...bounds });
  let closing = false;
  // `pool.end` resolves before the connections have closed, so later connection errors are expected.
  const reportError = (error: Error): void => (closing ? undefined : onError?.(error));
  pool.on('error', reportError);
  pool.on('connect', (client) => client.on('error', reportError));
  const hints = openHints((chunks) => pool.query({ name: nameOf(notify), text: notify, values: [hintsChannel, chunks] }));

  async function attempt<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const changed: Hint[] = [];
    try {
      await client.query('begin');
      const result = await work(statementsOn(client, (hint) => changed.push(hint)));
      await client.query('commit');
      for (const hint of changed) hints.add(hint);
      return result;
    } catch (error) {
      try {
        await client.query('rollback');
      } catch (rollbackError) {
        broken = rollbackError as Error;
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    ...statementsOn(pool, (hint) => hints.add(hint)),
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tries >= 3 || !mayRetry.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    hints,
    pool,
    direct,
    async close() {
      closing = true;
      await hints.close();
      await pool.end();
    },
  };
}

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint;

/** Temporary errors: connection lost, shutting down or starting, too many connections, cancelled, contended. */
const passing = /^(?:08...|57P0[1-5]|57014|53300|55P03|40001|40P01)$/;
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const driverErrors =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Returns true for an error that a retry may resolve: the database cannot answer now. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return driverErrors.test(error.message) || (error instanceof AggregateError && error.errors.some(isOutage));
  // A stopped embedded database has no socket file.
  return passing.test(code) || unreachable.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: string }).code === '53100';
