import { PasswordsBusy } from '../../platform/adapters/passwords.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Throws `overloaded` if the hashing queue is full. */
export async function refuseIfOverloaded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordsBusy) throw new Refusal('overloaded', 'tooManySigningIn', { retryAfter: 2 });
    throw error;
  }
}
