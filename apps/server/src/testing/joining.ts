import { addTestMember, type TestAnswer, type TestApp, type TestMember } from './app.ts';

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
