import { trustOwnWorkers } from './trust-own-workers.ts';

trustOwnWorkers();

/** One question, one answer, and the worker is gone, with all the memory it took. Null: it failed. */
export function askWorker<Answer>(worker: Worker, question: unknown): Promise<Answer | null> {
  return new Promise<Answer | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer | null>) => resolve(data);
    worker.onmessageerror = () => resolve(null);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
