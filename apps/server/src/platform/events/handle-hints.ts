import type { Logger } from '../adapters/log.ts';
import type { Statements } from '../db/database.ts';
import type { Hint } from '../db/hints.ts';
import type { Changes } from './follow-changes.ts';
import type { Presence, TypingMembers } from './presence.ts';
import { hasPublicPhoto, listReached, listViewersOf } from './queries.ts';
import { isChange, type WatchedChanges } from './send-changes.ts';
import { type Streams, watchKey } from './streams.ts';

interface HandlerParts {
  streams: Streams;
  changes: Changes;
  watched: WatchedChanges;
  presence: Presence;
  replying: TypingMembers;
}

export async function sendPresence(db: Statements, streams: Streams, id: string): Promise<void> {
  const watching = [...streams.watching(watchKey({ kind: 'member', id }))];
  if (watching.length === 0) return;
  const viewers = new Set(await listViewersOf(db, id, [...new Set(watching.map(({ memberId }) => memberId))]));
  streams.send(
    watching.filter(({ memberId }) => viewers.has(memberId)),
    'presence',
    { id },
  );
}

export function hintHandler(
  { streams, changes, watched, presence, replying }: HandlerParts,
  announcePost: (photoId: string) => void,
  self: string,
): (hint: Hint, node: string) => void {
  const sendReplying = (id: string): void => streams.send(streams.watching(watchKey({ kind: 'topic', id })), 'replying', { id });

  return (hint, node) => {
    if (isChange(hint)) return watched.changed(hint);
    switch (hint[0]) {
      case 'notifications':
        return changes.wake();
      case 'notifications_removed':
        return streams.send(streams.ofMember(hint[1]), 'notifications');
      case 'feed':
        return announcePost(hint[1]);
      case 'follow':
        watched.checkMembers([hint[1]]);
        return streams.send(streams.ofMember(hint[1]), 'follow', { id: hint[2] });
      case 'relation':
        watched.checkMembers([hint[1], hint[2]]);
        return streams.send([...streams.ofMember(hint[1]), ...streams.ofMember(hint[2])], 'messages');
      case 'messages':
        return streams.send(streams.ofMember(hint[1]), 'messages', { id: hint[2] });
      case 'typing':
        return streams.send(streams.ofMember(hint[1]), 'typing', { id: hint[2], member_id: hint[3] });
      case 'audience':
        return watched.checkAuthor(hint[1]);
      case 'replying':
        return replying.add(hint[1], hint[2]) ? sendReplying(hint[1]) : undefined;
      case 'replied':
        return replying.remove(hint[1], hint[2]) ? sendReplying(hint[1]) : undefined;
      case 'online':
      case 'offline':
        return node === self ? undefined : presence.heard(node, hint[1], hint[0] === 'online');
      case 'hello':
        return node === self ? undefined : presence.announce();
      case 'announcements':
        return void streams.sendToMany(streams.all, 'announcements');
      case 'wrote':
        return;
      case 'everything':
        watched.checkAll();
        return void streams.sendToMany(streams.all, 'refresh');
    }
  };
}

const restMs = 10_000;
const mostPosts = 20;

/** Sends `feed` to members who can see one of the new posts. */
export function announcePosts(db: Statements, streams: Streams, log: Logger): (photoId: string) => void {
  let posts = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sentAt = -Infinity;

  async function announce(): Promise<void> {
    timer = undefined;
    sentAt = performance.now();
    const ids = [...posts].slice(-mostPosts);
    posts = new Set();
    if (streams.all.size === 0) return;
    if (await hasPublicPhoto(db, ids)) return streams.sendToMany(streams.all, 'feed');
    const members = new Set([...streams.all].map(({ memberId }) => memberId));
    const reached = await listReached(db, ids, [...members]);
    return streams.sendToMany(
      reached.flatMap((memberId) => [...streams.ofMember(memberId)]),
      'feed',
    );
  }

  return (photoId) => {
    posts.add(photoId);
    timer ??= setTimeout(
      () => announce().catch((error: unknown) => log.debug({ err: error }, 'new posts could not be announced')),
      Math.max(0, sentAt + restMs - performance.now()),
    ).unref();
  };
}
