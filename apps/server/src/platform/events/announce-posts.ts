import type { Logger } from '../adapters/log.ts';
import type { Statements } from '../db/database.ts';
import { hasPublicPhoto, listReached } from './queries.ts';
import type { Streams } from './streams.ts';

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
