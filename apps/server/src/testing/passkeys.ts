import { createHash, randomBytes } from 'node:crypto';
import { addTestSession, type TestApp } from './app.ts';
import { type Authenticator, type BrowserJson, type Lies, openAuthenticator } from './authenticator.ts';

/** Answers a challenge like a device of this member. The challenge is created without the API, so that no password is needed. */
export async function makeTestPasskey(
  app: Pick<TestApp, 'context' | 'db'>,
  member: { id: string },
  device: Authenticator,
  lies: Lies = {},
): Promise<BrowserJson> {
  const challenge = randomBytes(32);
  await app.db.pool.query(`insert into passkey_challenges values ($1, $2, now() + interval '5 minutes')`, [
    createHash('sha256').update(challenge).digest(),
    member.id,
  ]);
  return device.create(
    {
      challenge: challenge.toString('base64url'),
      rp: { id: app.context.config.publicUrl.hostname },
      user: { id: Buffer.from(member.id.replaceAll('-', ''), 'hex').toString('base64url') },
    },
    lies,
  );
}

export const deviceFor = (app: Pick<TestApp, 'context'>, options: { isSynced?: boolean } = {}): Authenticator =>
  openAuthenticator(app.context.config.publicUrl.origin, options);

export async function addTestPasskey(
  app: TestApp,
  member: { id: string },
  options: { isSynced?: boolean } = {},
): Promise<{ id: string; device: Authenticator }> {
  const device = deviceFor(app, options);
  const response = await makeTestPasskey(app, member, device);
  const { token } = await addTestSession(app, member.id);
  const { json } = await app.call('POST', '/me/passkeys', { token, json: { name: 'Telephone', response } });
  return { id: json.data.id, device };
}
