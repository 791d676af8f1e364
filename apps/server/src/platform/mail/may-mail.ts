import type { Context } from '../context.ts';

/**
 * Counts a mail to an address that anybody can name, and returns false beyond ten in an hour. The response to the request
 * does not reveal that no mail was sent.
 */
export async function mayMail({ limits }: Pick<Context, 'limits'>, email: string): Promise<boolean> {
  await limits.count('mail by address', email);
  return (await limits.overrun('mail by address', email)) <= 1;
}
