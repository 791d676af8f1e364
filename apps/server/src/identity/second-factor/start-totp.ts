import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sealSecret } from './codes.ts';
import { addSecret } from './queries.ts';
import { newSecret, secretUri } from './totp.ts';

/** Replaces an unconfirmed secret; keeps a confirmed one. */
export async function startTotp(context: Context, member: { id: string }): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const added = await addSecret(context.db, member.id, sealSecret(context, secret));
  if (!added) throw new Refusal('conflict', 'secondFactorOn');
  return { secret, uri: secretUri(secret, (await context.site.read()).name, added.email) };
}
