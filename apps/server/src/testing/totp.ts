import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.ts';

/** Returns the code that an authenticator app shows for a secret at a time. */
export const codeOf = (secret: string, time: Date = new Date()): string => new TOTP({ secret }).generate({ timestamp: time.getTime() });

/** Inserts a second factor, confirmed by default. Returns its secret. */
export async function addTestTotp(
  app: Pick<TestApp, 'context' | 'db'>,
  member: { id: string },
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<string> {
  const secret = new Secret().base32;
  await app.db.pool.query('delete from totp_secrets where member_id = $1', [member.id]);
  await app.db.pool.query('insert into totp_secrets (member_id, sealed_secret, confirmed_at) values ($1, $2, $3)', [
    member.id,
    app.context.secrets.seal('totp', secret),
    isConfirmed ? new Date() : null,
  ]);
  return secret;
}
