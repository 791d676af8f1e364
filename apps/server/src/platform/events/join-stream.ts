import type { EventData, EventName, Watched } from '@mbari/contract/platform/events';
import type { Statements } from '../db/database.ts';
import { type EventId, rowVersion, sees, type Snapshot } from './event-id.ts';
import { listChangedConversations, listHiding, listWatchable } from './queries.ts';
import { frameOf, nothing, type Stream, type Streams, watchKey } from './streams.ts';

export interface Thing {
  kind: Watched;
  id: string;
}

/** A stream that opens after its watched things and missed changes are read. */
export interface Joining {
  stream: Stream;
  /** Last-Event-ID header: `unknown` if unusable, null if not sent. */
  last: EventId | 'unknown' | null;
  things: readonly Thing[];
}

export interface Read {
  identity: string;
  snapshot: Snapshot;
  written: readonly { memberId: string; by: bigint }[];
  missesBefore: bigint | null;
}

export function sinceOf(identity: string, before: Snapshot | undefined, joining: readonly Joining[]): string | null {
  const snapshots = joining.flatMap(({ last }) => (last && last !== 'unknown' && last.identity === identity ? [last.snapshot] : []));
  if (before) snapshots.push(before);
  if (snapshots.length <= 1) return snapshots[0]?.text ?? null;
  const oldest = snapshots.reduce((least, { xmin }) => (xmin < least ? xmin : least), snapshots[0]!.xmin);
  return `${oldest}:${oldest}:`;
}

/** Returns the keys that each joining stream may watch, with the row's xmin (the lower half of a transaction id). */
export async function readThings(db: Statements, joining: readonly Joining[]): Promise<Map<Joining, Map<string, string>>> {
  const requests = joining.flatMap((entry) => entry.things.map((thing) => ({ entry, thing })));
  const visible = new Map(joining.map((entry) => [entry, new Map<string, string>()]));
  if (requests.length === 0) return visible;
  const viewers = new Set(requests.map(({ entry }) => entry.stream.memberId));
  const [rows, hiding] = await Promise.all([
    listWatchable(
      db,
      requests.map(({ entry, thing }) => ({ viewerId: entry.stream.memberId, ...thing })),
    ),
    listHiding(db, [...viewers]),
  ]);
  for (const { entry } of requests) entry.stream.hidesAnybody = hiding.includes(entry.stream.memberId);
  for (const { n, half } of rows) {
    const { entry, thing } = requests[n - 1]!;
    visible.get(entry)!.set(watchKey(thing), half);
  }
  return visible;
}

/** Returns, for each resuming stream, the conversations that may have changed meanwhile. */
export async function readConversations(db: Statements, joining: readonly Joining[]): Promise<Map<Joining, string[]>> {
  const resuming = joining.flatMap((entry) =>
    entry.last && entry.last !== 'unknown' ? [{ entry, memberId: entry.stream.memberId, behind: entry.last.behind }] : [],
  );
  const rows = resuming.length === 0 ? [] : await listChangedConversations(db, resuming);
  return new Map(resuming.map(({ entry, memberId }) => [entry, rows.flatMap((row) => (row.member_id === memberId ? row.id : []))]));
}

export function openJoined(
  streams: Streams,
  { stream, last, things: asked }: Joining,
  {
    read,
    id,
    things,
    conversations = [],
  }: { read: Read; id: string; things: ReadonlyMap<string, string>; conversations?: string[] | undefined },
): void {
  const queued = stream.queued ?? [];
  stream.watched = things.size > 0 ? new Set(things.keys()) : nothing;
  stream.queued = null;
  stream.write(frameOf(null, {}, id));
  const position = last === 'unknown' || (last && !isOf(read, last)) ? 'unknown' : last;
  if (position === 'unknown') return streams.send([stream], 'refresh');
  const keyOf = ({ event, data }: Missed): string => `${event} ${JSON.stringify(data)}`;
  const missed = new Map(queued.map((event) => [keyOf(event), event]));
  const add = (event: Missed): unknown => missed.set(keyOf(event), event);
  if (position?.identity && wroteTo(stream.memberId, read, position.snapshot)) add({ event: 'notifications', data: {} });
  for (const thing of asked) {
    const half = things.get(watchKey(thing));
    if (half !== undefined && position && thing.kind !== 'member' && rowVersion(half, read.snapshot) >= position.behind)
      add({ event: thing.kind, data: { id: thing.id } });
  }
  if (position) for (const changedId of conversations) add({ event: 'messages', data: { id: changedId } });
  for (const { event, data } of missed.values()) if (isFor(stream, event, data.id)) streams.send([stream], event, data);
}

interface Missed {
  event: EventName;
  data: EventData;
}

const isOf = ({ identity, snapshot, missesBefore }: Read, last: EventId): boolean =>
  last.identity === identity && last.snapshot.xmax <= snapshot.xmax && (missesBefore === null || last.snapshot.xmin > missesBefore);

const wroteTo = (member: string, { written }: Read, since: Snapshot): boolean =>
  written.some(({ memberId, by }) => memberId === member && !sees(since, by));

/** Only events about watched things need a subscription. */
function isFor(stream: Stream, event: EventName, id = ''): boolean {
  const kind = watchedBy[event];
  return kind === undefined || stream.watched.has(watchKey({ kind, id }));
}

const watchedBy: Partial<Record<EventName, Watched>> = { photo: 'photo', topic: 'topic', replying: 'topic', presence: 'member' };
