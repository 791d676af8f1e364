import type { Statements } from '../db/database.ts';
import { addJob } from '../jobs/add-job.ts';

/** Queues AVIF encoding with the lowest priority. */
export const queueAvif = (tx: Statements, images: readonly { id: string }[], runAt?: Date): Promise<void> =>
  addJob(tx, 'encode_avif', { image_ids: images.map(({ id }) => id) }, { priority: 100, maxAttempts: 5, ...(runAt && { runAt }) });
