import { answers } from '~/platform/lib/answers.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { bound, keep, keptAnswers } from './kept.ts';

/** First pages of the most used lists; later pages are not cached. */
const worthKeeping =
  /^\/api\/v1\/(?:photos(?:\?feed=following|\/trending(?:\?[^?]*)?|\/[\w-]+)?|users\/[\w.]+|forum\/(?:categories|notifications(?:\?[^?]*)?|topics(?:\/[\w-]+(?:\/posts(?:\?[^?]*)?)?)?)|me\/interests|categories)$/;
const most = { count: 40, bytes: 2 * 1024 * 1024 };
const largest = 400_000;

/** Caches responses for offline use. Returns the function that stops it. */
export function keepAnswers(memberId: string): () => void {
  let last: Promise<unknown> = Promise.resolve();
  const isStillTheirs = () => currentSession().user?.id === memberId;
  const take = (address: string, text: string) => {
    if (!worthKeeping.test(address) || text.length > largest) return;
    last = last
      .then(async () => {
        if (!isStillTheirs()) return;
        const headers = { 'content-type': 'application/json', 'x-kept-for': memberId, 'x-bytes': String(text.length) };
        await keep(keptAnswers, address, text, headers);
        await bound(keptAnswers, most);
        // The member signed out in the meantime; leave nothing for the next one.
        if (!isStillTheirs()) await caches.delete(keptAnswers);
      }, undefined)
      .catch(() => undefined);
  };
  return answers.takeBy(take);
}
