import type { Change, EventData, Watched } from '@mbari/contract/platform/events';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import type { Hint } from '../db/hints.ts';
import { throttledTask } from '../db/throttled-task.ts';
import { type ItemAsked, type ItemRow, listForumItems, listHiding, listPhotoItems, listPhotosBy, listWatchable } from './queries.ts';
import { nothing, type Stream, type Streams, watchKey } from './streams.ts';

const restMs = 20;
const retryMs = 1_000;
/** Limit of counts read for single members per turn. The other clients fetch the counts themselves. */
const mostOwnCounts = 2_000;
/** Limit of pending changes. Beyond it, watchers reload the whole photo or topic. */
const mostWaiting = 5_000;

const kinds = {
  photo: ['photo', undefined],
  photo_likes: ['photo', 'likes'],
  comment_likes: ['photo', 'likes'],
  comment_added: ['photo', 'comment_added'],
  comment_removed: ['photo', 'comment_removed'],
  topic: ['topic', undefined],
  topic_details: ['topic', 'details'],
  post_likes: ['topic', 'likes'],
  post_added: ['topic', 'post_added'],
  post_changed: ['topic', 'post_changed'],
  post_removed: ['topic', 'post_removed'],
} as const satisfies Partial<Record<Hint[0], readonly [Watched, Change | undefined]>>;

type ChangeHint = Extract<Hint, [keyof typeof kinds, ...string[]]>;

export const isChange = (hint: Hint): hint is ChangeHint => Object.hasOwn(kinds, hint[0]);

interface ThingChange {
  kind: 'photo' | 'topic';
  id: string;
  /** Undefined: any part may have changed. */
  change: Change | undefined;
  itemId: string | null;
  /** Members whose like caused the change. Their other devices read their own like from the server. */
  actors: Set<string>;
}

export interface WatchedChanges {
  changed(hint: ChangeHint): void;
  checkMembers(memberIds: readonly string[]): void;
  checkAuthor(memberId: string): void;
  checkAll(): void;
}

/**
 * Sends events about watched things in turns. Each turn first re-checks visibility, so that nothing is sent about
 * things that an earlier block or audience change has hidden.
 */
export function sendChanges({ db, log }: Context, streams: Streams): WatchedChanges {
  let checks = openChecks();
  let waiting = new Map<string, ThingChange>();

  function add(change: ThingChange): void {
    const { kind, id, actors } = change;
    const isKnown = waiting.has(`${kind}:${id}`);
    if (isKnown) return;
    const entry = waiting.size < mostWaiting ? change : { kind, id, change: undefined, itemId: null, actors: new Set<string>() };
    const key = entry.change === undefined ? `${kind}:${id}` : `${kind}:${id} ${entry.change} ${entry.itemId}`;
    const pending = waiting.get(key);
    for (const actor of pending?.actors ?? []) actors.add(actor);
    waiting.set(key, entry);
  }

  const turns = throttledTask<never>(restMs, async () => {
    const [now, changes] = [checks, [...waiting.values()]];
    checks = openChecks();
    waiting = new Map();
    try {
      // A stream that loses or regains access to a thing gets one last or first event about it.
      const before = changes.flatMap(({ kind, id, change }) => (change === undefined ? streams.watching(watchKey({ kind, id })) : []));
      for (const { kind, id, change } of changes) if (change === undefined) now.keys.add(watchKey({ kind, id }));
      await checkWatched(db, streams, now, checks);
      await sendAll(db, streams, changes, new Set(before));
    } catch (error) {
      log.debug({ err: error }, 'watched changes could not be read');
      checks.add(now);
      for (const change of changes) add(change);
      setTimeout(() => turns.wake(), retryMs).unref();
      return;
    }
    if (!checks.isEmpty()) turns.wake();
  });

  return {
    changed(hint) {
      const [kind, change] = kinds[hint[0]];
      const [id, ...others] = hint.slice(1) as [string, ...string[]];
      if (!streams.isAsked(watchKey({ kind, id }))) return;
      const [itemId = null, actor] = hint[0] === 'photo_likes' ? [null, others[0]] : others;
      add({ kind, id, change, itemId, actors: new Set(actor === undefined ? [] : [actor]) });
      turns.wake();
    },
    checkMembers(memberIds) {
      for (const memberId of memberIds) if (streams.hasMember(memberId)) checks.members.add(memberId);
      if (!checks.isEmpty()) turns.wake();
    },
    checkAuthor(memberId) {
      checks.authors.add(memberId);
      turns.wake();
    },
    checkAll() {
      checks.isForAll = true;
      turns.wake();
    },
  };
}

/** Sends each change to the streams that watch the thing. Unspecified changes also reach the streams in `before`, which may have lost access. */
async function sendAll(db: Statements, streams: Streams, changes: readonly ThingChange[], before: ReadonlySet<Stream>): Promise<void> {
  const deliveries = changes.map((change) => {
    const key = watchKey(change);
    const now = streams.watching(key);
    const removedStreams =
      change.change === undefined ? [...streams.asking(key)].filter((stream) => before.has(stream) && !stream.watched.has(key)) : [];
    return { change, watching: [...now, ...removedStreams], asked: new Map<Reader, number>() };
  });
  const items = requestsFor(deliveries);
  const [posts, photos] = await Promise.all([
    items.topic.length > 0 ? listForumItems(db, items.topic) : [],
    items.photo.length > 0 ? listPhotoItems(db, items.photo) : [],
  ]);
  const rows = { topic: byPosition(posts), photo: byPosition(photos) };
  for (const { change, watching, asked: positions } of deliveries) {
    for (const [reader, group] of byReader(watching, change)) {
      const data = dataOf(change, reader, (n) => rows[change.kind].get(n), positions);
      if (data) streams.send(group, change.kind, data);
    }
  }
}

/** Member with own counts, null for shared counts, undefined for an actor. */
type Reader = string | null | undefined;

/** Returns the reader whose counts a stream receives. Members from whom nobody is hidden share the counts. */
function readerOf({ memberId, hidesAnybody }: Stream, { actors }: ThingChange): Reader {
  if (actors.has(memberId)) return undefined;
  return hidesAnybody ? memberId : null;
}

function byReader(watching: readonly Stream[], change: ThingChange): ReadonlyMap<Reader, Stream[]> {
  const groups = new Map<Reader, Stream[]>();
  for (const stream of watching) {
    const reader = readerOf(stream, change);
    const group = groups.get(reader);
    if (group) group.push(stream);
    else groups.set(reader, [stream]);
  }
  return groups;
}

interface Sent {
  change: ThingChange;
  watching: readonly Stream[];
  asked: Map<Reader, number>;
}

function requestsFor(changes: readonly Sent[]): Record<'photo' | 'topic', ItemAsked[]> {
  const items: Record<'photo' | 'topic', ItemAsked[]> = { photo: [], topic: [] };
  let ownCount = 0;
  for (const { change, watching, asked: positions } of changes) {
    const { kind, id, itemId } = change;
    if (change.change === undefined || change.change === 'details') continue;
    for (const reader of new Set(watching.map((stream) => readerOf(stream, change)))) {
      if (reader === undefined || (reader !== null && (ownCount += 1) > mostOwnCounts)) continue;
      positions.set(reader, items[kind].push({ viewerId: reader, id, itemId }));
    }
  }
  return items;
}

const byPosition = (rows: readonly ItemRow[]): ReadonlyMap<number, ItemRow> => new Map(rows.map((row) => [row.n, row]));

/** Returns the event data for a reader, or undefined if the reader may not know of the item. */
function dataOf(
  { kind, id, change, itemId }: ThingChange,
  reader: Reader,
  rowAt: (position: number) => ItemRow | undefined,
  requests: Sent['asked'],
): EventData | undefined {
  if (change === undefined) return { id };
  if (change === 'details') return { id, change };
  const item = itemId === null ? {} : { [kind === 'topic' ? 'post_id' : 'comment_id']: itemId };
  if (reader === undefined) return { id, change, ...item };
  const position = requests.get(reader);
  if (position === undefined) return { id };
  const row = rowAt(position);
  // A removal or restoration has its own event.
  if (!row || row.is_there === change.endsWith('_removed')) return undefined;
  const { likes_count, number, comments_count } = row;
  return {
    ...{ id, change, ...item },
    ...(number !== null && { number }),
    ...(change === 'likes' && { likes_count }),
    ...(change.startsWith('comment_') && comments_count !== null && { comments_count }),
  };
}

/** Selection of streams whose visibility must be checked again. */
export interface Checks {
  members: Set<string>;
  authors: Set<string>;
  keys: Set<string>;
  isForAll: boolean;
  isEmpty(): boolean;
  add(checks: Checks): void;
}

function openChecks(): Checks {
  const checks: Checks = {
    members: new Set(),
    authors: new Set(),
    keys: new Set(),
    isForAll: false,
    isEmpty: () => !checks.isForAll && checks.members.size + checks.authors.size + checks.keys.size === 0,
    add({ members, authors, keys, isForAll }) {
      for (const id of members) checks.members.add(id);
      for (const id of authors) checks.authors.add(id);
      for (const key of keys) checks.keys.add(key);
      checks.isForAll ||= isForAll;
    },
  };
  return checks;
}

/** Re-reads which subscribed photos, topics and members the streams may see. Adds streams that are still opening to `later`. */
async function checkWatched(db: Statements, streams: Streams, now: Checks, later: Checks): Promise<void> {
  const open: Stream[] = [];
  for (const stream of await streamsOf(db, streams, now)) {
    if (stream.queued === null) open.push(stream);
    else later.members.add(stream.memberId);
  }
  if (open.length === 0) return;
  const subscriptions = open.flatMap((stream) => [...stream.asked].map((key) => ({ stream, key })));
  const [rows, hiding] = await Promise.all([
    listWatchable(
      db,
      subscriptions.map(({ stream, key }) => ({ viewerId: stream.memberId, ...thingOf(key) })),
    ),
    listHiding(db, [...new Set(open.map(({ memberId }) => memberId))]),
  ]);
  const [visible, hides] = [new Map<Stream, Set<string>>(), new Set(hiding)];
  for (const { n } of rows) {
    const { stream, key } = subscriptions[n - 1]!;
    visible.set(stream, (visible.get(stream) ?? new Set()).add(key));
  }
  for (const stream of open) {
    stream.watched = visible.get(stream) ?? nothing;
    stream.hidesAnybody = hides.has(stream.memberId);
  }
}

async function streamsOf(db: Statements, streams: Streams, { members, authors, keys, isForAll }: Checks): Promise<Iterable<Stream>> {
  if (isForAll) return [...streams.all].filter(({ asked }) => asked.size > 0);
  const affected = new Set(
    [...keys, ...[...authors].map((id) => watchKey({ kind: 'member', id }))].flatMap((key) => [...streams.asking(key)]),
  );
  const photos = authors.size === 0 ? [] : [...streams.keys()].map(thingOf).flatMap(({ kind, id }) => (kind === 'photo' ? [id] : []));
  const photosOfAuthors = photos.length === 0 ? [] : await listPhotosBy(db, [...authors], photos);
  for (const id of photosOfAuthors) for (const stream of streams.asking(watchKey({ kind: 'photo', id }))) affected.add(stream);
  for (const memberId of members) for (const stream of streams.ofMember(memberId)) if (stream.asked.size > 0) affected.add(stream);
  return affected;
}

const thingOf = (key: string): { kind: Watched; id: string } => {
  const [kind, id] = key.split(':') as [Watched, string];
  return { kind, id };
};
