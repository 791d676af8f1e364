import { newId } from '../../platform/ids.ts';
import { type Scheduled } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { mondayMorningZones } from './morning-zones.ts';
import { atATime, queueDueDigests } from './queries.ts';

export const mailWeekly: Task<Scheduled> = async (scheduled, { context, signal }) => {
  const zones = await mondayMorningZones(context, scheduled);
  if (zones.length === 0) return;
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueDigests(context.db, zones, ids())) === atATime);
};
