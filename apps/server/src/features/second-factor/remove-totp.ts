import type { Context } from '../../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { removeRecoveryCodes, removeSecret } from './queries.ts';

/** Turns the second step off. Where it was off already, that is what was asked for. */
export function removeTotp({ db }: Context, member: { id: string }): Promise<void> {
  return db.transaction(async (tx) => {
    const removed = await removeSecret(tx, member.id);
    await removeRecoveryCodes(tx, member.id);
    if (removed?.was_confirmed) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_off' });
  });
}
