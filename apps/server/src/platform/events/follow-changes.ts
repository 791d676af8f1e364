import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { throttledTask } from '../db/throttled-task.ts';
import { parseSnapshot, sees, type Snapshot, trackReachedId } from './event-id.ts';
import { type Joining, openJoined, type Read, readConversations, readThings, sinceOf } from './join-stream.ts';
import { findIdentity, listEndedSessions, listWritten } from './queries.ts';
import type { Stream, Streams } from './streams.ts';

const restMs = 50;

export interface Changes {
  /** Resolves when the stream may begin. Throws if the database cannot answer. */
  join(joining: Joining): Promise<void>;
  wake(): void;
  /** Ends the streams of ended sessions, and sends notifications whose hint was lost. */
  check(): void;
  id(): string;
}

/** Reads new notifications by transaction, so clocks, late commits and lost hints do not matter: nothing is missed or sent twice. */
export function followChanges({ db, log, secrets }: Context, streams: Streams): Changes {
  const reached = trackReachedId(secrets);
  let isIdentitySure = false;

  async function read(joining: readonly Joining[]): Promise<void> {
    if (streams.all.size === 0) return reached.forget();
    const previous = reached.identity();
    const identity = previous !== undefined && isIdentitySure ? previous : await findIdentity(db);
    isIdentitySure = true;
    const [things, conversations] = await Promise.all([readThings(db, joining), readConversations(db, joining)]);
    const before = previous === identity ? reached.snapshot() : undefined;
    const changes = await listWritten(db, sinceOf(identity, before, joining));
    const now = { ...changes, identity, snapshot: parseSnapshot(changes.snapshot)! };
    const open = [...streams.all].filter(isOpen);
    reached.move(identity, now.snapshot);
    // A failover or another database: transaction ids start over.
    const isAnother = previous !== undefined && (before === undefined || now.snapshot.xmax < before.xmax);
    if (isAnother) void streams.sendToMany(open, 'refresh');
    else if (before) sendWritten(streams, open, now, before);
    for (const entry of joining)
      openJoined(streams, entry, { read: now, id: reached.id(), things: things.get(entry)!, conversations: conversations.get(entry) });
  }

  const turns = throttledTask<Joining>(restMs, async (joining, isCheck) => {
    try {
      if (isCheck) await endSessions(db, streams);
      await read(joining);
    } catch (error) {
      isIdentitySure = false;
      log.debug({ err: error }, 'changes could not be read');
      throw error;
    }
  });
  return {
    join: (joining) => turns.join(joining),
    wake: () => turns.wake(),
    check: () => (streams.all.size > 0 ? turns.check() : undefined),
    id: () => reached.id(),
  };
}

const isOpen = ({ queued }: Stream): boolean => queued === null;

async function endSessions(db: Database, streams: Streams): Promise<void> {
  const ids = new Set([...streams.all].map(({ sessionId }) => sessionId));
  const ended = new Set(ids.size > 0 ? await listEndedSessions(db, [...ids]) : []);
  if (ended.size > 0) for (const stream of streams.all) if (ended.has(stream.sessionId)) stream.end('session');
}

function sendWritten(streams: Streams, open: readonly Stream[], { written, missesBefore }: Read, before: Snapshot): void {
  if (missesBefore !== null && before.xmin <= missesBefore) return void streams.sendToMany(open, 'notifications');
  const members = new Set(written.filter(({ by }) => !sees(before, by)).map(({ memberId }) => memberId));
  for (const memberId of members) streams.send([...streams.ofMember(memberId)].filter(isOpen), 'notifications');
}
