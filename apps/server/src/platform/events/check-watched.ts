import type { Watched } from '@mbari/contract/platform/events';
import type { Statements } from '../db/database.ts';
import { listHiding, listPhotosBy, listWatchable } from './queries.ts';
import { nothing, type Stream, type Streams, watchKey } from './streams.ts';

/** Selection of streams whose visibility must be checked again. */
export interface Checks {
  members: Set<string>;
  authors: Set<string>;
  keys: Set<string>;
  isForAll: boolean;
  isEmpty(): boolean;
  add(checks: Checks): void;
}

export function openChecks(): Checks {
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
export async function checkWatched(db: Statements, streams: Streams, now: Checks, later: Checks): Promise<void> {
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
