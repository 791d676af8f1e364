import { type APIRequestContext, expect } from '@playwright/test';
import { ask } from './ask.ts';
import { withDatabase } from './database.ts';
import { headersOf, type Someone } from './posts.ts';
import { runMbari, type RunningServer } from './server.ts';

/** An admin created on the command line, so that no test waits for a mail. */
export interface Admin {
  email: string;
  password: string;
}

export async function createAdmin(dataFolder: string): Promise<Admin> {
  const email = 'ngozi@example.org';
  const { output } = await runMbari(dataFolder, 'admin', 'create', '--username', 'ngozi', '--email', email);
  return { email, password: /password:?\s+(\S+)/i.exec(output)?.[1] ?? '' };
}

type Send = (
  at: string,
  options: { method: string; headers: Record<string, string>; json?: unknown },
) => Promise<{ status: number; text: string }>;

/** Signs an admin in, completes onboarding, which posting requires, and returns the bearer token. */
export async function signInAdmin(send: Send, { email, password }: Admin): Promise<string> {
  const headers: Record<string, string> = {};
  const call = async (method: string, at: string, json?: object): Promise<any> => {
    const { status, text } = await send(`/api/v1${at}`, { method, headers, ...(json && { json }) });
    expect(status, `${at}: ${text}`).toBe(200);
    return JSON.parse(text);
  };
  const { token } = await call('POST', '/auth/login', { email, password });
  headers['authorization'] = `Bearer ${token}`;
  await call('POST', '/me/profile', { bio: 'I make things by hand.', gender: 'female', date_of_birth: '1990-04-12', occupation: 'Weaver' });
  const { data } = await call('GET', '/categories');
  await call('PUT', '/me/interests', { category_ids: [data[0].id] });
  return token;
}

export interface SignedInAdmin extends Admin {
  token: string;
}

/** Creates an admin and signs in directly at the server, without a proxy. */
export async function signInAsAdmin({ url, dataFolder }: Pick<RunningServer, 'url' | 'dataFolder'>): Promise<SignedInAdmin> {
  const admin = await createAdmin(dataFolder);
  return { ...admin, token: await signInAdmin((at, options) => ask(`${url}${at}`, options), admin) };
}

/** Replaces all rules, including those of other tests. */
export async function setRules(request: APIRequestContext, admin: Someone, rules: object[], askAgain = false): Promise<void> {
  const { version } = ((await (await request.get('/api/v1/rules')).json()) as { data: { version: number } }).data;
  const data = { version, rules, ask_again: askAgain };
  expect((await request.put('/api/v1/admin/rules', { headers: headersOf(admin), data })).status()).toBe(200);
}

/** Retires all rules: forms then ask for no consent, and reports offer the built-in reasons. */
export async function clearRules(dataFolder: string): Promise<void> {
  await withDatabase({ dataFolder }, async (db) => {
    await db.query('update rules_version set asked_version = 0');
    await db.query('update rules set position = null');
  });
}

/** Resolves all reports, because other tests share the server's queue. */
export const resolveAllReports = (dataFolder: string): Promise<unknown> =>
  withDatabase({ dataFolder }, (db) => db.query('update reports set resolved_at = now() where resolved_at is null'));
