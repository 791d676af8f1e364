import { deliver, type Mail } from '../adapters/mailer.ts';
import type { Context } from '../context.ts';
import { deleteMailFailure, raiseTally, setMailGivenUp, upsertMailFailure } from './queries.ts';

/** Sends a mail and counts it, or records for the system page why it could not be sent, and throws. */
export async function deliverMail(context: Context, kind: string, mail: Mail): Promise<void> {
  const { db, config } = context;
  try {
    await deliver(config, mail);
  } catch (error) {
    await record(context, () =>
      upsertMailFailure(db, {
        mail_id: mail.id,
        member_id: mail.memberId,
        kind,
        recipient: shortenAddresses(mail.to.address),
        reason: withoutTexts((error as Error).message),
      }),
    );
    throw error;
  }
  await record(context, async () => {
    await raiseTally(db, 'mails', config.timeZone);
    await deleteMailFailure(db, mail.id);
  });
}

export const recordGivenUp = (context: Context, mailId: string): Promise<void> => record(context, () => setMailGivenUp(context.db, mailId));

/** A failure must not send the mail again. */
const record = async ({ log }: Context, write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    log.debug({ err: error }, 'a mail was not counted');
  }
};

const maxReason = 300;

/** Returns the first line without quoted texts, and with shortened addresses: `k…@example.org`. */
export const withoutTexts = (message: string): string =>
  shortenAddresses((message.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '"…"')).slice(0, maxReason);

export const shortenAddresses = (text: string): string => text.replace(/([^\s<>"'()@])[^\s<>"'()@]*@(?=[^\s<>"'()@])/gu, '$1…@');
