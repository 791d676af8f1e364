import type { Database, Statements } from './database.ts';
import { hintsChannel, listen, type Listening, readChunk } from './hints.ts';
import {
  type LogReplica,
  maxLagMs,
  openReplica,
  pinnedMs,
  type Pins,
  readIdentity,
  readWriterPosition,
  type Replica,
  trackPins,
  type Writer,
} from './replica.ts';

const inspectEveryMs = 1_000;
const marksKept = 2 * (maxLagMs / inspectEveryMs);

/** A list whose ids a replica may find and the primary confirms. */
export interface Candidates<Found> {
  find: (db: Statements) => Promise<Found>;
  /** Filters the result of a replica on the primary. Returns undefined to have the list read on the primary instead. */
  confirm: (result: Found) => Promise<Found | undefined>;
}

/** Source of a list. All but `replica` mean the primary: a recent write, no fit replica, a failed replica, or a refusal by `confirm`. */
export type ListSource = 'replica' | 'pinned' | 'unfit' | 'failed' | 'refused';

export interface Replicas {
  find: <Found>(memberId: string | null, candidates: Candidates<Found>) => Promise<Found>;
  /** Pins a member to the primary until the replicas have the member's write. */
  wrote: (memberId: string) => void;
  readonly all: readonly Pick<Replica, 'name' | 'counts' | 'lagMs' | 'isFit'>[];
  readonly counts: Readonly<Record<ListSource, number>>;
  close: () => Promise<void>;
}

export const noReplicas = (db: Statements): Replicas => ({
  find: (_memberId, { find }) => find(db),
  wrote: () => undefined,
  all: [],
  counts: { replica: 0, pinned: 0, unfit: 0, failed: 0, refused: 0 },
  close: async () => undefined,
});

export function openReplicas(db: Database, urls: readonly string[], log: LogReplica): Replicas {
  if (urls.length === 0) return noReplicas(db);
  const all = urls.map((url) => openReplica(url, log));
  const pins = trackPins();
  const counts = { replica: 0, pinned: 0, unfit: 0, failed: 0, refused: 0 };
  const inspections = keepInspecting(db, all, pins);
  const listening = listenForWrites(db, pins);
  let turn = 0;

  /** Returns the least busy replica that has the member's writes. Equally busy ones take turns. */
  function choose(memberId: string | null): Replica | 'pinned' | 'unfit' {
    const fit = all.filter((replica) => replica.isFit());
    const leastBusy = fit
      .filter((replica) => pins.mayRead(memberId, replica.asOf()))
      .toSorted((a, b) => a.load() - b.load() || turnOf(a) - turnOf(b))[0];
    turn += 1;
    return leastBusy ?? (fit.length > 0 ? 'pinned' : 'unfit');
  }
  const turnOf = (replica: Replica): number => (all.indexOf(replica) + turn) % all.length;

  return {
    async find(memberId, { find, confirm }) {
      const choice = choose(memberId);
      if (typeof choice === 'string') {
        counts[choice] += 1;
        return find(db);
      }
      const reading = readFrom(choice, db);
      const result = await find(reading.statements);
      const confirmed = reading.isOld() ? await confirm(result) : result;
      counts[confirmed === undefined ? 'refused' : reading.hasFailed() ? 'failed' : 'replica'] += 1;
      return confirmed ?? find(db);
    },
    wrote(memberId) {
      pins.add(memberId);
      db.hint('wrote', memberId);
    },
    all,
    counts,
    async close() {
      clearInterval(inspections);
      await listening.close();
      await Promise.all(all.map((replica) => replica.close()));
    },
  };
}

/** Runs statements on a replica, and on the primary after the first failure. */
function readFrom(replica: Replica, db: Database): { statements: Statements; isOld: () => boolean; hasFailed: () => boolean } {
  let isOld = false;
  let hasFailed = false;

  async function runRead<Answer>(read: (target: Statements) => Promise<Answer>): Promise<Answer> {
    if (hasFailed) return read(db);
    try {
      const answer = await read(replica.db);
      isOld = true;
      replica.counts.answered += 1;
      return answer;
    } catch (error) {
      hasFailed = true;
      replica.failed(error);
      return read(db);
    }
  }

  return {
    statements: {
      rows: (sql, values) => runRead((target) => target.rows(sql, values)),
      row: (sql, values) => runRead((target) => target.row(sql, values)),
      run: (sql, values) => db.run(sql, values),
      hint: (...hint) => db.hint(...hint),
    },
    isOld: () => isOld,
    hasFailed: () => hasFailed,
  };
}

/** Records the primary's position each second before inspecting the replicas, so no replica seems newer than it is. */
function keepInspecting(db: Database, all: readonly Replica[], pins: Pins): NodeJS.Timeout {
  const writer: Partial<Writer> & { marks: { at: number; position: bigint }[] } = { marks: [] };
  let isMarking = false;

  async function inspect(): Promise<void> {
    if (isMarking) return;
    isMarking = true;
    try {
      writer.identity ??= await readIdentity(db.pool);
      const time = performance.now();
      writer.marks.push({ at: time, position: await readWriterPosition(db.pool) });
      if (writer.marks.length > marksKept) writer.marks.shift();
      pins.forgetBefore(time - 2 * maxLagMs - pinnedMs);
      for (const replica of all) void replica.inspect({ identity: writer.identity, marks: writer.marks });
    } catch {
      // `setInterval` retries in a second.
    } finally {
      isMarking = false;
    }
  }

  void inspect();
  return setInterval(() => void inspect(), inspectEveryMs).unref();
}

const listenForWrites = (db: Database, pins: Pins): Listening =>
  listen(db.direct, hintsChannel, {
    onNotification(payload) {
      const { node, hints } = readChunk(payload);
      if (node === db.hints.node) return;
      for (const [kind, id] of hints) {
        if (kind === 'wrote') pins.add(id);
        else if (kind === 'everything') pins.hintsConnected();
      }
    },
    onOpened: pins.hintsConnected,
    onLost: pins.hintsLost,
  });
