import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';

type Signing = Pick<Context, 'secrets' | 'now' | 'config'>;

/** Purpose of a link that proves that the recipient reads mail at a registered or changed address. */
export type LinkPurpose = 'verify-email' | 'change-email';

const paths: Record<LinkPurpose, string> = { 'verify-email': '/api/v1/email/verify', 'change-email': '/api/v1/email/change' };

export const linkLasts = 60 * 60_000;

export function addressLink(
  { secrets, config }: Signing,
  purpose: LinkPurpose,
  to: { id: string; email: string },
  expiresAt: Date,
): string {
  const hash = emailHash(to.email);
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const link = new URL(`${paths[purpose]}/${to.id}/${hash}`, config.publicUrl);
  link.searchParams.set('expires', expires);
  link.searchParams.set('signature', secrets.sign(purpose, `${to.id}.${hash}.${expires}`));
  return link.href;
}

export interface GivenLink {
  id: string;
  hash: string;
  expires?: string | undefined;
  signature?: string | undefined;
}

/** Checks a link. `expired` means a valid signature after its time. */
export function checkAddressLink(
  { secrets, now }: Pick<Signing, 'secrets' | 'now'>,
  purpose: LinkPurpose,
  member: { id: string; email: string } | undefined,
  { id, hash, expires = '', signature = '' }: GivenLink,
): 'good' | 'expired' | 'wrong signature' | 'wrong hash' {
  if (!member || !/^\d{1,12}$/.test(expires)) return 'wrong signature';
  const right = emailHash(member.email);
  const isSigned = (text: string): boolean => secrets.isSigned(purpose, `${id}.${text}.${expires}`, signature);
  // Either the link's hash was altered, or the member's address has changed since.
  if (hash !== right) return isSigned(right) || isSigned(hash) ? 'wrong hash' : 'wrong signature';
  if (!isSigned(hash)) return 'wrong signature';
  return Number(expires) * 1000 > now().getTime() ? 'good' : 'expired';
}

const emailHash = (email: string): string => createHash('sha256').update(email).digest('hex');
