import type { Context } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { listAdmins } from '../accounts/roles.ts';
import { closeJoiningForAnHour, incrementRegistrations } from './joining-queries.ts';

/**
 * Counts a registration after its commit, so that concurrent registrations do not wait. At the hourly limit, closes joining for an hour and
 * mails the admins. Logs errors instead of throwing.
 */
export async function countRegistration({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const joining = await incrementRegistrations(tx);
      if (!joining || joining.wave === 0 || joining.registered < joining.wave || joining.is_closed) return;
      await closeJoiningForAnHour(tx);
      await recordModeration(tx, null, 'close_joining', {});
      await queueMails(
        tx,
        (await listAdmins(tx)).map(({ id }) => ({ kind: 'joining_closed', member_id: id })),
      );
    });
  } catch (error) {
    log.warn({ err: error }, 'failed to count a registration');
  }
}
