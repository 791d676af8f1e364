import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { type Scheduled } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { morningZones } from './morning-zones.ts';
import { atATime, queueDueMails } from './queries.ts';

/** Queues instant mails. The delay of some minutes skips notifications that are read meanwhile. */
export const mailAtOnce: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant', null);

export const mailDaily: Task<Scheduled> = async (scheduled, { context, signal }) =>
  queueMails(context, signal, 'daily', await morningZones(context, scheduled));

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily', zones: readonly string[] | null): Promise<void> {
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueMails(db, pace, { zones, mailIds: ids() })) === atATime);
}
