import * as sentences from '@mbari/words/sentences';
import { toast } from '~/platform/lib/toast.ts';
import { openComposerWith } from './composer-host.tsx';

/** Files that public/service-worker.js received from another app; null if there are none or they expired. */
type Shared = { files: readonly File[]; isTooLarge: boolean } | null;

/** Opens the composer with photos shared by another app. The composer shows which files it rejects. */
export async function openSharedFiles(): Promise<void> {
  if (location.hash !== '#shared') return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const shared = await askWorker();
  if (shared === null) return;
  if (shared.isTooLarge) toast.error(sentences.imageTooLarge);
  if (shared.files.length > 0) openComposerWith(shared.files, { isShared: true });
}

function askWorker(): Promise<Shared> {
  const worker = globalThis.navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Shared>) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage({ asks: 'shared photos' }, [port2]);
  });
}
