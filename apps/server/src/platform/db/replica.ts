import pg from 'pg';
import { type Database, openDatabase } from './database.ts';

const pauseMs = 5_000;
/** Largest usable replication lag in milliseconds. */
export const maxLagMs = 10_000;
/** Queue length at which a replica gets no further requests. */
const maxWaiting = 20;

/**
 * Short, because a waiting request can still use the primary. The replica cancels slow statements before `query_timeout`, so only a hanging
 * replica reaches `query_timeout`.
 */
const timeouts = { connectionTimeoutMillis: 1_000, statement_timeout: 1_000, query_timeout: 1_250 };

/** Errors of the caller's input, replication conflicts and slow statements, which are not the replica's fault. */
const notReplicaFault = /^(?:22|23|40|57014)/;

export interface Writer {
  identity: Identity;
  /** Positions of the primary by time, oldest first. */
  marks: readonly { at: number; position: Position }[];
}

export type LogReplica = (level: 'info' | 'warn', text: string, error?: unknown) => void;

export interface Replica {
  readonly name: string;
  readonly db: Database;
  readonly counts: { answered: number; failed: number };
  /** The replica has everything committed before this time of `performance.now()`. */
  asOf: () => number;
  /** Lag at the last inspection; Infinity if unknown or not used. */
  lagMs: () => number;
  isFit: () => boolean;
  load: () => number;
  inspect: (writer: Writer) => Promise<void>;
  failed: (error: unknown) => void;
  close: () => Promise<void>;
}

export function openReplica(url: string, log: LogReplica): Replica {
  const name = nameOf(url);
  const options = { connectionString: url, ...timeouts, onError: () => undefined };
  const db = openDatabase({ ...options, max: 10, application_name: 'mbari reads' });
  // A separate connection, so that the inspection works when all others are busy.
  const inspector = openDatabase({ ...options, max: 1, application_name: 'mbari reads' });
  const counts = { answered: 0, failed: 0 };
  let asOf = -Infinity;
  let lag = Infinity;
  let pausedUntil = 0;
  let isUsed = false;
  let isInspecting = false;

  function pause(reason: string, error?: unknown): void {
    pausedUntil = performance.now() + pauseMs;
    lag = Infinity;
    if (isUsed) log('warn', `the replica ${name} is not used: ${reason}`, error);
    isUsed = false;
  }

  function updateLag(replayed: Position, { marks }: Writer): void {
    const reached = marks.findLast(({ position }) => position <= replayed);
    if (reached) asOf = reached.at;
    lag = (marks.at(-1)?.at ?? Infinity) - asOf;
    if (!(lag <= maxLagMs)) return pause('it is too far behind');
    if (!isUsed && performance.now() >= pausedUntil) log('info', `the replica ${name} is used`);
    isUsed = performance.now() >= pausedUntil;
  }

  return {
    name,
    db,
    counts,
    asOf: () => asOf,
    lagMs: () => lag,
    isFit: () => isUsed && performance.now() - asOf <= maxLagMs && db.load().waiting < maxWaiting,
    load: () => db.load().total - db.load().idle + db.load().waiting,
    async inspect(writer) {
      if (isInspecting) return;
      isInspecting = true;
      try {
        const { fault, replayed } = await inspectReplica(inspector.pool, writer.identity);
        if (fault === null) updateLag(replayed, writer);
        else pause(fault);
      } catch (error) {
        pause('it does not answer', error);
      } finally {
        isInspecting = false;
      }
    },
    failed(error) {
      counts.failed += 1;
      if (!notReplicaFault.test((error as { code?: string }).code ?? '')) pause('a statement failed', error);
    },
    close: async () => void (await Promise.all([db.close(), inspector.close()])),
  };
}

export interface ReplicaFinding {
  name: string;
  /** Why the replica must not be used, as the end of a sentence. */
  fault: string | null;
  trouble: string | null;
  /** Bytes of WAL that are not yet replayed. */
  missing: number;
}

export async function checkReplicas(urls: readonly string[], writer: Pick<pg.Pool, 'query'>): Promise<ReplicaFinding[]> {
  if (urls.length === 0) return [];
  const identity = await readIdentity(writer);
  const position = await readWriterPosition(writer);
  return Promise.all(
    urls.map(async (url) => {
      const name = nameOf(url);
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { fault, replayed } = await inspectReplica(client, identity);
        return { name, fault, trouble: null, missing: Math.max(0, Number(position - replayed)) };
      } catch (error) {
        return { name, fault: null, trouble: (error as Error).message, missing: 0 };
      } finally {
        await client.end().catch(() => undefined);
      }
    }),
  );
}

/** Throws if a configured server is not a replica of the primary. Returns warnings about unreachable replicas, because they may recover. */
export async function requireReplicas(urls: readonly string[], writer: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const findings = await checkReplicas(urls, writer);
  const unusable = findings.find(({ fault }) => fault !== null);
  if (unusable)
    throw new Error(`DATABASE_REPLICA_URLS has ${unusable.name}, but ${unusable.fault}. List only streaming replicas of DATABASE_URL.`);
  return findings.flatMap(({ name, trouble }) =>
    trouble === null ? [] : [`The replica ${name} does not answer (${trouble}). It is used as soon as it does.`],
  );
}

/** WAL position (LSN), comparable between a primary and its replicas. */
type Position = bigint;

interface Identity {
  system: string;
  database: string;
}

type Queryable = Pick<pg.Pool | pg.Client, 'query'>;

const identity = `(select system_identifier::text from pg_control_system()) as system, current_database()::text as database`;

export const readIdentity = async (writer: Queryable): Promise<Identity> => (await writer.query<Identity>(`select ${identity}`)).rows[0]!;

/** Returns the primary's WAL position, after all transactions committed so far. */
export async function readWriterPosition(writer: Queryable): Promise<Position> {
  const { rows } = await writer.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  const position = positionOf(rows[0]!.at);
  // At a page start, the primary's position is after the page header, but a replica's is before the header.
  const inPage = position % 8_192n;
  return inPage === 24n || inPage === 40n ? position - inPage : position;
}

/** Returns host and port, so that logs contain no password. */
function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || '5432'}`;
}

interface ReplicaState {
  /** Why the server cannot be used as a replica, or null. */
  fault: string | null;
  replayed: Position;
}

async function inspectReplica(replica: Queryable, writer: Identity): Promise<ReplicaState> {
  const { rows } = await replica.query<Identity & { is_replica: boolean; replayed: string | null }>(
    `select ${identity}, pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as replayed`,
  );
  const { system, database, is_replica: isReplica, replayed } = rows[0]!;
  return { fault: faultOf({ system, database }, writer, isReplica), replayed: positionOf(replayed ?? '0/0') };
}

function faultOf(replica: Identity, writer: Identity, isReplica: boolean): string | null {
  if (replica.system !== writer.system) return 'it belongs to another server than DATABASE_URL';
  if (!isReplica) return 'it is not a replica: it accepts writes';
  return replica.database === writer.database ? null : `it is the database ${replica.database}, but DATABASE_URL is ${writer.database}`;
}

/** Parses `16/B374D848`: two 32-bit halves in hex. */
function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Shortest time in milliseconds for which a member reads from the primary after a write: longer than a hint needs to reach other nodes. */
export const pinnedMs = 2_000;

export interface Pins {
  add: (memberId: string) => void;
  /** Records that hints of other nodes arrive from now on. */
  hintsConnected: () => void;
  /** Records that hints of other nodes may be missed until `hintsConnected`. */
  hintsLost: () => void;
  /** Returns true if a replica with all commits before `asOf` (of `performance.now()`) has the member's writes. Visitors write nothing. */
  mayRead: (memberId: string | null, asOf: number) => boolean;
  forgetBefore: (time: number) => void;
}

export function trackPins(): Pins {
  const wroteAt = new Map<string, number>();
  /** Time before which writes on other nodes are unknown. */
  let heardSince = Infinity;

  return {
    add(memberId) {
      wroteAt.delete(memberId);
      wroteAt.set(memberId, performance.now());
    },
    hintsConnected: () => void (heardSince = performance.now()),
    hintsLost: () => void (heardSince = Infinity),
    mayRead(memberId, asOf) {
      if (memberId === null) return true;
      const wrote = Math.max(wroteAt.get(memberId) ?? -Infinity, heardSince);
      return wrote < asOf && performance.now() - wrote >= pinnedMs;
    },
    forgetBefore(time) {
      for (const [memberId, wrote] of wroteAt) {
        if (wrote >= time) return;
        wroteAt.delete(memberId);
      }
    },
  };
}
