import { createHash } from 'node:crypto';
import type { TestAnswer, TestApp, TestMember } from './app.ts';

export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
export const verifier = 'a-verifier-of-an-app-with-at-least-forty-three-letters';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export async function turnOnClientApps(app: TestApp, setting: 'off' | 'on' = 'on'): Promise<void> {
  await app.db.run('update site_settings set client_apps = $1', [setting]);
  app.context.site.forget();
}

/** Sends a form as apps do. */
export const sendForm = (app: TestApp, path: string, fields: Record<string, string>, token?: string): Promise<TestAnswer> =>
  app.call('POST', `${app.url}${path}`, {
    token,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export interface TestClient {
  client_id: string;
  client_secret: string;
}

export const registerTestClient = async (app: TestApp, fields: Record<string, string> = {}): Promise<TestClient> =>
  (await sendForm(app, '/api/v1/apps', { client_name: 'Phanpy', redirect_uris: outOfBand, scopes: 'read write follow push', ...fields }))
    .json;

/** Opens the consent page and answers it. Returns the code, or the address to continue at. */
export async function consent(
  app: TestApp,
  member: Pick<TestMember, 'token'>,
  asked: Record<string, string>,
  isAllowed = true,
): Promise<TestAnswer> {
  const query = new URLSearchParams({ redirect_uri: outOfBand, response_type: 'code', scope: 'read write follow push', ...asked });
  const opened = await app.call('GET', `${app.url}/oauth/authorize?${query.toString()}`);
  const request = new URL(opened.headers.get('location')!, app.url).searchParams.get('request');
  return app.call('POST', '/client-apps/consent', { token: member.token, json: { request, is_allowed: isAllowed } });
}

export const exchange = (
  app: TestApp,
  client: Partial<TestClient>,
  code: string,
  fields: Record<string, string> = {},
): Promise<TestAnswer> =>
  sendForm(app, '/oauth/token', { grant_type: 'authorization_code', redirect_uri: outOfBand, code, ...client, ...fields });

/** Signs a member in to a new app. Returns the app's token. */
export async function signInToApp(app: TestApp, member: Pick<TestMember, 'token'>, scope = 'read write follow push'): Promise<string> {
  const client = await registerTestClient(app);
  const { json } = await consent(app, member, { client_id: client.client_id, scope });
  return (await exchange(app, client, json.data.code)).json.access_token;
}
