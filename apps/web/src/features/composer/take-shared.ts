import { openComposerWith } from './composer-host.tsx';

/** Photos that another app shared wait here; see public/service-worker.js. */
const shared = 'mbari-shared';

/** Opens the composer with them, which says what it does not take. */
export async function takeShared(): Promise<void> {
  if (location.hash !== '#shared' || !('caches' in window)) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const cache = await caches.open(shared);
  const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const files = await Promise.all(responses.flatMap((response) => (response ? [fileOf(response)] : [])));
  await caches.delete(shared);
  openComposerWith(files);
}

async function fileOf(response: Response): Promise<File> {
  const type = response.headers.get('content-type') ?? '';
  return new File([await response.blob()], decodeURIComponent(response.headers.get('x-name') ?? 'photo'), { type });
}
