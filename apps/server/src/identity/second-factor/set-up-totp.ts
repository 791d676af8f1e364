import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { plainCode, sealSecret, stepOf } from './codes.ts';
import { addSecret, confirmSecret, findSecret } from './queries.ts';
import { giveRecoveryCodes } from './replace-recovery-codes.ts';
import { wrongCode } from './require-second-step.ts';
import { newSecret, secretUri } from './totp.ts';

/** Replaces an unconfirmed secret; keeps a confirmed one. */
export async function startTotp(context: Context, member: { id: string }): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const added = await addSecret(context.db, member.id, sealSecret(context, secret));
  if (!added) throw new Refusal('conflict', 'secondFactorOn');
  return { secret, uri: secretUri(secret, (await context.site.read()).name, added.email) };
}

/** Turns the second step on. Returns the recovery codes, which are shown once. */
export async function confirmTotp(context: Context, tx: Statements, member: { id: string }, typed: string): Promise<string[]> {
  const kept = await findSecret(tx, member.id);
  // Costs no attempt, so someone at an open browser cannot use up the owner's.
  if (!kept || kept.is_confirmed) throw notBegun();
  await context.limits.spend('second factor by account', member.id);
  const given = plainCode(typed);
  const step = given?.kind === 'app' ? stepOf(context, kept.sealed_secret, given.code) : null;
  if (step === null) throw wrongCode();
  if ((await confirmSecret(tx, member.id, kept.sealed_secret, step)) === 0) throw notBegun();
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_on' });
  return giveRecoveryCodes(context, tx, member);
}

const notBegun = (): Refusal => new Refusal('conflict', 'secondFactorNotBegun');
