import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';

type Signing = Pick<Context, 'secrets' | 'now' | 'config'>;

const minutes = 60;

/** Where the mailed link leads: good for an hour, for this account and this address only. */
export function verificationLink({ secrets, now, config }: Signing, member: { id: string; email: string }): string {
  const hash = emailHash(member.email);
  const expires = String(Math.floor(now().getTime() / 1000) + minutes * 60);
  const link = new URL(`/api/v1/email/verify/${member.id}/${hash}`, config.publicUrl);
  link.searchParams.set('expires', expires);
  link.searchParams.set('signature', secrets.sign('verify-email', `${member.id}.${hash}.${expires}`));
  return link.href;
}

export interface GivenLink {
  id: string;
  hash: string;
  expires?: string | undefined;
  signature?: string | undefined;
}

/** What is wrong with a link, if anything. `expired` is a true link that came too late. */
export function checkVerificationLink(
  { secrets, now }: Pick<Signing, 'secrets' | 'now'>,
  member: { id: string; email: string } | undefined,
  { id, hash, expires = '', signature = '' }: GivenLink,
): 'good' | 'expired' | 'wrong signature' | 'wrong hash' {
  if (!member || !/^\d{1,12}$/.test(expires)) return 'wrong signature';
  const right = emailHash(member.email);
  const signed = (text: string): boolean => secrets.isSigned('verify-email', `${id}.${text}.${expires}`, signature);
  // Either the hash alone was changed on the way, or the link is true and the address has changed since.
  if (hash !== right) return signed(right) || signed(hash) ? 'wrong hash' : 'wrong signature';
  if (!signed(hash)) return 'wrong signature';
  return Number(expires) * 1000 > now().getTime() ? 'good' : 'expired';
}

const emailHash = (email: string): string => createHash('sha256').update(email).digest('hex');
