import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';

trustOwnWorkers();

/** Sends one message, resolves with the answer and terminates the worker, which frees its memory. Resolves with null on failure. */
export function askWorker<Answer>(worker: Worker, message: unknown): Promise<Answer | null> {
  return new Promise<Answer | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer | null>) => resolve(data);
    worker.onmessageerror = () => resolve(null);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    worker.postMessage(message);
  }).finally(() => worker.terminate());
}
