import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { listAdmins } from '../accounts/roles.ts';
import { closeForAnHour, raiseRegistered } from './joining-queries.ts';

/**
 * Counts somebody whose account was just opened: after that, so that none who register at once wait for each other. Where they are so many in
 * this hour as admins set, joining is closed for an hour, which the log says and admins are mailed. A count that fails costs nobody the
 * account that they have.
 */
export async function countRegistration({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const counted = await raiseRegistered(tx);
      if (!counted || counted.wave === 0 || counted.registered < counted.wave || counted.is_closed) return;
      await closeForAnHour(tx);
      await recordModeration(tx, null, 'close_joining', {});
      await queueMails(
        tx,
        (await listAdmins(tx)).map(({ id }) => ({ kind: 'joining_closed', member_id: id })),
      );
    });
  } catch (error) {
    log.warn({ err: error }, 'a registration was not counted');
  }
}
