import { hash, verify } from '@node-rs/argon2';

/** Too many are waiting for their turn already. */
export class PasswordsBusy extends Error {}

/** Argon2id, the library's own choice, at OWASP's first recommendation. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes a core and 19 MiB for some tens of milliseconds: more at once would starve everything else. */
const atOnce = 2;
const mayWait = 50;

let running = 0;
const waiting: (() => void)[] = [];

/** Throws PasswordsBusy. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, strength));

/** With no hash to compare with, takes as long and answers false. Throws PasswordsBusy. */
export const isPassword = (password: string, kept: string | null): Promise<boolean> =>
  inTurn(async () => {
    const right = await verify(kept ?? (await nobodys()), password);
    return right && kept !== null;
  });

let hashOfNobody: Promise<string> | undefined;
const nobodys = (): Promise<string> => (hashOfNobody ??= hash('the password of nobody', strength));
// Made before the first unknown address is asked about, which would otherwise answer more slowly.
void nobodys();

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new PasswordsBusy('Too many passwords are being checked.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on, so that nobody slips in between.
    if (next) next();
    else running -= 1;
  }
}
