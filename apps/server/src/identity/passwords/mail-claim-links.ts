import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMails, resetTokens } from '../../platform/mail/queue-mail.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import { insertClaims } from './queries.ts';

/** Mails members without a password a link to choose one. It is a reset link that lasts for two weeks; a new one can be asked for any time. */
export async function mailClaimLinks(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Statements,
  members: readonly { id: string; email: string }[],
): Promise<void> {
  const claims = members.map((member) => ({ ...member, token: newSecret() }));
  await insertClaims(
    tx,
    claims.map(({ id, email, token }) => ({ id, email, tokenHash: secretHash(token) })),
  );
  await queueMails(
    tx,
    claims.map(({ id, token }) => ({ kind: 'claim', member_id: id, sealed_token: secrets.seal(resetTokens, token) })),
  );
}
