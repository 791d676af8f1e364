import type { Context } from '../context.ts';

/**
 * Whether one more mail may go to an address that anybody can name; counts it. However many accounts ask for it, a stranger's mailbox
 * gets ten in an hour. The answer to the request does not say that a mail was left out.
 */
export async function mayMail({ limits }: Pick<Context, 'limits'>, email: string): Promise<boolean> {
  await limits.count('mail by address', email);
  return (await limits.overrun('mail by address', email)) <= 1;
}
