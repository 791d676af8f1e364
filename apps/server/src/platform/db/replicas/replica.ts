import { type Database, openDatabase } from '../database.ts';
import type { Identity, Position } from './inspect.ts';
import { inspectReplica } from './inspect.ts';

/** For how long a replica that failed is left alone. */
const leftAloneMs = 5_000;
/** Up to so far behind it may be. */
export const mostBehindMs = 10_000;
/** Callers who wait for one of its connections: more are not sent to it. */
const mostAwaited = 20;

/**
 * Somebody waits, and the writer has the answer, too: a replica that does not answer at once is not waited for. The server's own limit is the shorter,
 * so that one slow statement is told from a replica that hangs.
 */
const timeouts = { connectionTimeoutMillis: 1_000, statement_timeout: 1_000, query_timeout: 1_250 };

/** What a caller brought, or a change that the statement met: it says nothing about the replica. */
const saysNothing = /^(?:22|23|40|57014)/;

/** What is known of the writer while a replica is looked at. */
export interface Writer {
  identity: Identity;
  /** When so much had been committed, oldest first. */
  marks: readonly { at: number; position: Position }[];
}

export type TellReplica = (level: 'info' | 'warn', text: string, error?: unknown) => void;

export interface Replica {
  /** Its host and port. */
  readonly name: string;
  readonly db: Database;
  readonly counts: { answered: number; failed: number };
  /** It has everything that was committed before, in milliseconds of `performance.now()`. */
  asOf: () => number;
  /** How far it was behind when it was last looked at; Infinity: it is not known, or it is left alone. */
  behindMs: () => number;
  isFit: () => boolean;
  /** Callers that it works for or who wait. */
  load: () => number;
  /** Asks it how far it is. Not again while that is under way. */
  inspect: (writer: Writer) => Promise<void>;
  /** A statement failed on it. */
  failed: (error: unknown) => void;
  close: () => Promise<void>;
}

export function openReplica(url: string, tell: TellReplica): Replica {
  const name = nameOf(url);
  const options = { connectionString: url, ...timeouts, onError: () => undefined };
  const db = openDatabase({ ...options, max: 10, application_name: 'mbari reads' });
  // How it is must be known when all connections are busy, too.
  const own = openDatabase({ ...options, max: 1, application_name: 'mbari reads' });
  const counts = { answered: 0, failed: 0 };
  let asOf = -Infinity;
  let behind = Infinity;
  let leftAloneUntil = 0;
  let isUsed = false;
  let looking = false;

  function leaveAlone(why: string, error?: unknown): void {
    leftAloneUntil = performance.now() + leftAloneMs;
    behind = Infinity;
    if (isUsed) tell('warn', `the replica ${name} is left alone: ${why}`, error);
    isUsed = false;
  }

  function learn(replayed: Position, { marks }: Writer): void {
    const reached = marks.findLast(({ position }) => position <= replayed);
    if (reached) asOf = reached.at;
    behind = (marks.at(-1)?.at ?? Infinity) - asOf;
    if (!(behind <= mostBehindMs)) return leaveAlone('it is too far behind');
    if (!isUsed && performance.now() >= leftAloneUntil) tell('info', `the replica ${name} is used`);
    isUsed = performance.now() >= leftAloneUntil;
  }

  return {
    name,
    db,
    counts,
    asOf: () => asOf,
    behindMs: () => behind,
    isFit: () => isUsed && performance.now() - asOf <= mostBehindMs && db.load().waiting < mostAwaited,
    load: () => db.load().total - db.load().idle + db.load().waiting,
    async inspect(writer) {
      if (looking) return;
      looking = true;
      try {
        const { fault, replayed } = await inspectReplica(own.pool, writer.identity);
        if (fault === null) learn(replayed, writer);
        else leaveAlone(fault);
      } catch (error) {
        leaveAlone('it does not answer', error);
      } finally {
        looking = false;
      }
    },
    failed(error) {
      counts.failed += 1;
      if (!saysNothing.test((error as { code?: string }).code ?? '')) leaveAlone('a statement failed', error);
    },
    close: async () => void (await Promise.all([db.close(), own.close()])),
  };
}

/** Without its password. */
export function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || '5432'}`;
}
