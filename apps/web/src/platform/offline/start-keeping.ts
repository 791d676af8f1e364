import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { keepAnswers } from './keep-answers.ts';
import { keepFrame } from './keep-frame.ts';
import { keepImages } from './keep-images.ts';
import { keptAnswers, keptImages } from './kept.ts';

/** Whose answers and images are kept. */
const keptForKey = 'mbari_kept_for';

/** Once the first screen stands: the worker, the app's files, and what the member reads. Answers: no more. */
export function startKeeping(memberId: string): () => void {
  if (!('serviceWorker' in navigator && 'caches' in window)) return () => undefined;
  const ends: (() => void)[] = [];
  const begin = async () => {
    trustOwnWorkers();
    // Without a worker, which a browser may refuse, nothing kept would ever be shown.
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

/** Of a session that ended where nobody saw it. */
async function forgetOthers(memberId: string): Promise<void> {
  if (localStorage.getItem(keptForKey) === memberId) return;
  await Promise.all([caches.delete(keptAnswers), caches.delete(keptImages)]);
  localStorage.setItem(keptForKey, memberId);
}
