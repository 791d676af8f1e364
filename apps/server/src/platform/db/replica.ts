import { type Database, openDatabase } from './database.ts';
import type { Identity, Position } from './inspect-replica.ts';
import { inspectReplica } from './inspect-replica.ts';

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

/** Returns host and port, so that logs contain no password. */
export function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || '5432'}`;
}
