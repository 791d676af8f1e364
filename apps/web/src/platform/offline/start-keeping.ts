import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { keepAnswers } from './keep-answers.ts';
import { keepFrame } from './keep-frame.ts';
import { keepImages } from './keep-images.ts';
import { keptAnswers, keptImages } from './kept.ts';

/** Id of the member whose responses and images are cached. */
const keptForKey = 'mbari_kept_for';

/**
 * After the first screen, registers the service worker and starts the caches of app files, responses
 * and images. Returns the function that stops them.
 */
export function startKeeping(memberId: string): () => void {
  if (!('serviceWorker' in navigator && 'caches' in window)) return () => undefined;
  const ends: (() => void)[] = [];
  const begin = async () => {
    trustOwnWorkers();
    // A browser may refuse the worker, and then nothing cached would ever be used.
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/service-worker.js');
    if (registration === undefined) return;
    await forgetOthers(memberId);
    ends.push(keepAnswers(memberId), keepImages(memberId));
    await keepFrame();
  };
  ends.push(whenIdle(() => void begin().catch(() => undefined)));
  return () => {
    for (const end of ends.splice(0)) end();
  };
}

/** Deletes the caches of a session that ended outside this page. */
async function forgetOthers(memberId: string): Promise<void> {
  if (localStorage.getItem(keptForKey) === memberId) return;
  await Promise.all([caches.delete(keptAnswers), caches.delete(keptImages)]);
  localStorage.setItem(keptForKey, memberId);
}
