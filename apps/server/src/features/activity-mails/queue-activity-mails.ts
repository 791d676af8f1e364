import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import type { Task } from '../../jobs/task.ts';
import { atATime, queueDueMails } from './queries.ts';

/** Mails what members want to hear of at once, some minutes after it happened: what was read meanwhile is not mailed. */
export const mailAtOnce: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant');

/** Mails what members want to hear of once a day. */
export const mailDaily: Task = (_payload, { context, signal }) => queueMails(context, signal, 'daily');

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily'): Promise<void> {
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueMails(db, pace, ids())) === atATime);
}
