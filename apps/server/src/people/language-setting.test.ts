import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { registration } from '../testing/matrix/rows/account.ts';

/** Offers two languages. */
let app: TestApp;
/** Same database, with the second language switched off. */
let englishOnly: TestApp;
beforeAll(async () => {
  app = await startTestApp({ LOCALES: 'en,en-XA' });
  englishOnly = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await englishOnly.close();
  await app.close();
});

const choose = (node: TestApp, { token }: TestMember, locale: unknown) =>
  node.call('PUT', '/me/forum-settings', { token, json: { locale } });
const readLocale = async (node: TestApp, token: string): Promise<unknown> =>
  (await node.call('GET', '/me', { token })).json.data.forum_settings.locale;
const register = (json: Record<string, unknown>) => app.call('POST', '/auth/register', { json: registration(json) });

test('a member chooses a language, keeps it through other changes, and resets it', async () => {
  const member = await addTestMember(app);
  expect(await readLocale(app, member.token)).toBeNull();
  expect((await choose(app, member, 'en-XA')).json.data.locale).toBe('en-XA');
  await app.call('PUT', '/me/forum-settings', { token: member.token, json: { show_birthday: true } });
  expect(await readLocale(app, member.token)).toBe('en-XA');
  expect((await choose(app, member, null)).json.data.locale).toBeNull();
  expect(await readLocale(app, member.token)).toBeNull();
});

test('only offered languages can be chosen, and one no longer offered is ignored', async () => {
  const member = await addTestMember(app);
  const { status, json } = await choose(englishOnly, member, 'en-XA');
  expect([status, json.errors]).toEqual([422, { locale: ['Choose one of the languages offered.'] }]);
  await choose(app, member, 'en-XA');
  expect(await readLocale(englishOnly, member.token)).toBeNull();
  expect(await readLocale(app, member.token)).toBe('en-XA');
});

test('a new member keeps the language of the registration page', async () => {
  expect((await register({ locale: 'en-XA' })).json.user.forum_settings.locale).toBe('en-XA');
  expect((await register({})).json.user.forum_settings.locale).toBeNull();
});

test('registering ignores a language that is not offered, and refuses a malformed one', async () => {
  expect((await register({ locale: 'yo' })).json.user.forum_settings.locale).toBeNull();
  const { status, json } = await register({ locale: 'en\n' });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['locale']]);
});

test('Accept-Language and the language cookie do not change API answers', async () => {
  const { token } = await addTestMember(app, { locale: 'en-XA' });
  const headers = { 'accept-language': 'en-XA', 'cookie': 'mbari_locale=en-XA' };
  const { json, headers: responseHeaders } = await app.call('GET', '/forum/topics/none', { token, headers });
  expect([json.message, responseHeaders.get('vary')]).toEqual([
    (await app.call('GET', '/forum/topics/none', { token })).json.message,
    null,
  ]);
});

test('languages are listed by their own names', async () => {
  expect((await app.call('GET', '/site')).json.data.languages).toEqual([
    { tag: 'en', name: 'English' },
    { tag: 'en-XA', name: 'Ëñğļïšĥ' },
  ]);
});
