import type { Context } from '../../context.ts';

/**
 * Whether one more letter may go to an address that anybody can name; counts it. However many accounts ask for it, a stranger's letter
 * box gets ten in an hour. What is left out is told to nobody: the answer is the same.
 */
export async function mayMail({ limits }: Pick<Context, 'limits'>, email: string): Promise<boolean> {
  await limits.count('mail by address', email);
  return (await limits.overrun('mail by address', email)) <= 1;
}
