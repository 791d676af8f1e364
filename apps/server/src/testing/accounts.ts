import { hashPassword } from '../platform/adapters/passwords.ts';
import { addTestMember, type TestAnswer, type TestApp, type TestMember } from './app.ts';

export const testPassword = 'kola nut 1961';
let hash: Promise<string> | undefined;

/** Adds a member who can sign in with `testPassword`. */
export async function addTestAccount(app: Pick<TestApp, 'db'>, columns: Record<string, unknown> = {}): Promise<TestMember> {
  return addTestMember(app, { password_hash: await (hash ??= hashPassword(testPassword)), ...columns });
}

export async function giveTestPassword(app: Pick<TestApp, 'db'>, { id }: { id: string }): Promise<void> {
  await app.db.pool.query('update members set password_hash = $2 where id = $1', [id, await (hash ??= hashPassword(testPassword))]);
}

/** Returns the refresh secret that a response set, '' if it cleared the cookie, null if it did neither. */
export function refreshCookieOf(answer: { headers: Headers }): string | null {
  const secrets = answer.headers.getSetCookie().flatMap((cookie) => /^(?:__Secure-)?mbari_refresh=([^;]*)/.exec(cookie)?.[1] ?? []);
  return secrets.find((secret) => secret !== '') ?? secrets[0] ?? null;
}

/**
 * Extends the grace period of a used refresh cookie from five seconds to an hour, for concurrent requests. Returns a function that undoes
 * this.
 */
export async function keepSessionsFresh({ db }: TestApp): Promise<() => Promise<void>> {
  await db.pool.query(
    `create function keep_fresh() returns trigger language plpgsql as
       $$ begin new.refreshed_at = new.refreshed_at + interval '1 hour'; return new; end $$;
     create trigger keep_fresh before update on sessions
       for each row when (new.refreshed_at is distinct from old.refreshed_at) execute function keep_fresh()`,
  );
  return async () => void (await db.pool.query('drop function keep_fresh() cascade'));
}

let newcomers = 0;

export function registration(changes: Record<string, unknown> = {}): Record<string, unknown> {
  newcomers += 1;
  return {
    name: 'Adaeze Okafor',
    username: `newcomer${newcomers}`,
    email: `newcomer${newcomers}@example.test`,
    country_code: '+234',
    phone: '0803 123 4567',
    password: 'kola nut 1961',
    password_confirmation: 'kola nut 1961',
    ...changes,
  };
}

export const register = (app: TestApp, changes?: Record<string, unknown>): Promise<TestAnswer> =>
  app.call('POST', '/auth/register', { json: registration(changes) });

/** Creates an invitation as this member. Returns its id and the secret in its link. */
export async function invite(
  app: TestApp,
  { token }: Pick<TestMember, 'token'>,
  asked: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  const { status, json } = await app.call('POST', '/invitations', { token, json: { max_uses: 1, days: 7, ...asked } });
  if (status !== 201) throw new Error(`No invitation: ${JSON.stringify(json)}`);
  return { id: json.data.id, token: new URL(json.link).searchParams.get('invitation')! };
}

export async function setJoining(app: TestApp, settings: Record<string, unknown>): Promise<void> {
  const admin = await addTestMember(app, { role: 'admin' });
  const { status, json } = await app.call('PUT', '/admin/joining', { token: admin.token, json: settings });
  if (status !== 200) throw new Error(`Not set: ${JSON.stringify(json)}`);
}
