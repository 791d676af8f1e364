import { newId } from '../../ids.ts';
import type { Task } from '../../jobs/task.ts';
import { mondayMorningZones, type Scheduled } from './morning-zones.ts';
import { atATime, queueDueDigests } from './queries.ts';

/** Queues what happened here for those who want to hear of it once a week, on the morning of their Monday. */
export const mailWeekly: Task<Scheduled> = async (scheduled, { context, signal }) => {
  const zones = await mondayMorningZones(context, scheduled);
  if (zones.length === 0) return;
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueDigests(context.db, zones, ids())) === atATime);
};
