import type { Context } from '../context.ts';

/**
 * Counts a mail to an address that a request names. Returns false after ten mails to the address in an hour. The response
 * must not reveal that no mail is sent.
 */
export async function mayMail({ limits }: Pick<Context, 'limits'>, email: string): Promise<boolean> {
  await limits.count('mail by address', email);
  return (await limits.overrun('mail by address', email)) <= 1;
}
