import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { parseCode, sealSecret, findStepOfSealedSecret } from './codes.ts';
import { upsertSecret, confirmSecret, findSecret } from './queries.ts';
import { issueRecoveryCodes } from './replace-recovery-codes.ts';
import { wrongCode } from './require-second-step.ts';
import { newSecret, secretUri } from './totp.ts';

/** Replaces an unconfirmed secret. Throws `conflict` if a secret is confirmed. */
export async function startTotp(context: Context, member: { id: string }): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const account = await upsertSecret(context.db, member.id, sealSecret(context, secret));
  if (!account) throw new Refusal('conflict', 'secondFactorOn');
  return { secret, uri: secretUri(secret, (await context.site.read()).name, account.email) };
}

/** Turns the second step on. Returns the recovery codes, which are shown once. */
export async function confirmTotp(context: Context, tx: Statements, member: { id: string }, input: string): Promise<string[]> {
  const secret = await findSecret(tx, member.id);
  // Checked before the rate limit, so an intruder at an open browser cannot use up the owner's attempts.
  if (!secret || secret.is_confirmed) throw setUpNotStarted();
  await context.limits.spend('second factor by account', member.id);
  const parsedCode = parseCode(input);
  const step = parsedCode?.kind === 'app' ? findStepOfSealedSecret(context, secret.sealed_secret, parsedCode.code) : null;
  if (step === null) throw wrongCode();
  if ((await confirmSecret(tx, member.id, secret.sealed_secret, step)) === 0) throw setUpNotStarted();
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_on' });
  return issueRecoveryCodes(context, tx, member);
}

const setUpNotStarted = (): Refusal => new Refusal('conflict', 'secondFactorNotBegun');
