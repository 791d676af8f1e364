import type { Context } from '../context.ts';
import { raiseTally } from './queries.ts';
/** A mail was taken. A figure is not worth a mail: where it cannot be written, it is not. */
export const countMail = async ({ db, config, log }: Context): Promise<void> => {
  try {
    await raiseTally(db, 'mails', config.timeZone);
  } catch (error) {
    log.debug({ err: error }, 'a mail was not tallied');
  }
};
