import { Worker } from 'node:worker_threads';
import type { Reason } from '@mbari/contract/platform/endpoint';
import type { Context } from '../../platform/context.ts';
import type { ReadAnswer, ScanMessage, ScanTask } from './archive-worker.ts';
import type { PlannedItem } from './plan-items.ts';

export type Scanned = { items: PlannedItem[] } | { refused: Reason };

/** Milliseconds after which a scan is given up, and megabytes of the thread's heap. */
const patience = 10 * 60_000;
const heap = 144;

/** Lists the posts in archives. `read` returns bytes of an archive, and its errors are thrown. A scan that takes too much is refused. */
export function scanArchives(
  { archiveWorker, log }: Pick<Context, 'archiveWorker' | 'log'>,
  task: ScanTask,
  { read, signal }: { read: (file: number, start: number, end: number) => Promise<Uint8Array>; signal: AbortSignal },
): Promise<Scanned> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(archiveWorker, {
      workerData: task,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 },
    });
    const items: PlannedItem[] = [];
    let outcome: Scanned = { refused: { reason: 'importTooHard' } };
    let storeError: Error | undefined;
    const stop = (): void => void worker.terminate();
    const impatience = setTimeout(stop, patience);
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ScanMessage) => {
      if ('items' in message) items.push(...message.items);
      else if ('refused' in message) outcome = { refused: message.refused };
      else if ('done' in message) outcome = { items };
      else
        read(message.file, message.start, message.end).then(
          (bytes) => worker.postMessage({ read: message.read, bytes } satisfies ReadAnswer),
          (error: Error) => {
            storeError = error;
            worker.postMessage({ read: message.read, failed: error.message } satisfies ReadAnswer);
          },
        );
    });
    worker.on('error', (error) => log.warn({ err: error }, 'the scan of an archive failed'));
    worker.once('exit', () => {
      clearTimeout(impatience);
      signal.removeEventListener('abort', stop);
      if (storeError || signal.aborted) reject(storeError ?? (signal.reason as Error));
      else resolve(outcome);
    });
  });
}
