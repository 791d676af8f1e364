/** @module-tag world */
import { removeInvisible } from '@mbari/contract/platform/invisible-characters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { promoteMember } from './create-admin.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app, { name: 'Ngozi' });
});
afterAll(() => app.close());

let registered = 0;
async function register(name: string, username = `ngozi${(registered += 1)}`) {
  const password = 'masquerade at dusk 61';
  const json = { name, username, email: `n${registered}@example.test`, country_code: '+234', phone: '8031234567' };
  return app.call('POST', '/auth/register', { json: { ...json, password, password_confirmation: password } });
}
const rename = (name: unknown, { token } = member, more = {}) => app.call('POST', '/me/profile', { token, json: { name, ...more } });
const nameOf = async ({ token } = member): Promise<string> => (await app.call('GET', '/me', { token })).json.data.name;

const validNames: [string, string][] = [
  ['Yorùbá', 'Ọlá Rótìmí Ẹ̀gbẹ́'],
  ['Igbo', 'Ńkẹ́m Ọ̀kọ́nkwọ̀'],
  ['Hausa', 'Ɓala Ƙasim'],
  ['Gikuyu, of the mbari of Kamau', 'Mbari wa Kamau'],
  ['Arabic', 'محمد عبد الله'],
  ['Persian', 'علی‌رضا می‌خواهم'],
  ['Amharic', 'ሰላም ተስፋዬ'],
  ['Hindi', 'क्‍ष रक्‌षा'],
  ['Malayalam', 'അവന്‍'],
  ['Bengali', 'র‍্যাবেয়া'],
  ['Sinhala', 'ශ්‍රී'],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥'],
  ['Japanese, written as the family writes it', '葛\u{e0100}城　太郎'],
  ['Mongolian', 'ᠮᠣᠩᠭᠤᠯ\u180bᠤ'],
  ['a family', 'Ada 👨‍👩‍👧‍👦'],
  ['a heart in colour', 'Bisi ❤️'],
  ['a person of a skin colour at work', 'Chidi 👩🏾‍🎨'],
  ['flags', 'Ebele 🇳🇬 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈'],
  ['a key', 'Number 1️⃣'],
  ['the apostrophe of N’Djamena', 'N’Djamena d’Été'],
];

test.each(validNames)('a name in %s is stored unchanged', async (_which, name) => {
  expect((await register(name)).json.user?.name).toBe(name.normalize('NFC'));
  expect((await rename(name)).status).toBe(200);
  expect(await nameOf()).toBe(name.normalize('NFC'));
});

const unseen: [string, string][] = [
  ['writing turned round', 'Ada \u202eimda'],
  ['an isolate', 'Ada\u2067b\u2069'],
  ['a mark of direction', 'Ada\u200f'],
  ['an Arabic mark of direction', 'Ada\u061c'],
  ['a space without width', 'A\u200bda'],
  ['a word joiner', 'A\u2060da'],
  ['a byte order mark', 'A\ufeffda'],
  ['tags', 'Ada\u{e0041}\u{e0064}'],
  ['tags behind a flag that is none', '🏴\u{e0061}\u{e0062}\u{e007f}'],
  ['a soft hyphen', 'A\u00adda'],
  ['a joiner between Latin letters', 'A\u200dda'],
  ['a non-joiner between Latin letters', 'A\u200cda'],
  ['two joiners after one another', 'علی\u200c\u200cرضا'],
  ['a joiner after an emoji', 'Ada 👩\u200d'],
  ['a variation of a letter', 'A\ufe0fda'],
  ['a variation of a Chinese character behind a letter', 'A\u{e0100}da'],
  ['a filler', 'Ada\u3164'],
  ['an empty Braille pattern', 'Ada\u2800b'],
  ['a control', 'A\u0007da'],
  ['a tabulator', 'A\tda'],
  ['a control beyond ASCII', 'A\u0085da'],
  ['a grapheme joiner', 'A\u034fda'],
  ['an annotation', 'A\ufff9da'],
];

test.each(unseen)('a name with %s is refused with an error at the field, not shortened', async (_what, name) => {
  const nameBefore = await nameOf();
  for (const answer of [await register(name), await rename(name)]) {
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['name']]);
    expect(answer.json.errors.name[0]).toMatch(/^The name (?:cannot contain invisible characters|must be one line)\.$/);
  }
  expect(await nameOf()).toBe(nameBefore);
  expect(removeInvisible(name)).not.toBe(name);
});

test('an occupation may be any visible text but contains no invisible character', async () => {
  const answer = await app.call('POST', '/me/profile', { token: member.token, json: { occupation: 'Potter\u202e' } });
  expect([answer.status, answer.json.errors]).toEqual([422, { occupation: ['The occupation cannot contain invisible characters.'] }]);
  for (const occupation of ['Support engineer', 'Administrator'])
    expect((await app.call('POST', '/me/profile', { token: member.token, json: { occupation } })).status).toBe(200);
});

const staffLike = [
  ...['Admin', 'ADMIN', ' admin ', 'Administrator', 'Moderators', 'Organiser', 'Organizer', 'Staff', 'Support', 'Mbari', 'The Team'],
  ...[
    'Аdmin',
    'Αdmin',
    'Аԁmіո',
    'аdмin',
    'Adm1n',
    '4dmin',
    '@dmin',
    'Admın',
    'Adrnin',
    'Aclmin',
    'ᴀᴅᴍɪɴ',
    'ꓮꓓꓟꓲꓠ',
    'Ꭺꭰmin',
    'Ádmịn',
    'Ạḍṃịṇ',
  ],
  ...['ａｄｍｉｎ', '𝐀𝐝𝐦𝐢𝐧', '𝔸𝕕𝕞𝕚𝕟', 'Ⓐⓓⓜⓘⓝ', '🅰🅳🅼🅸🅽', '🇦 🇩 🇲 🇮 🇳', '🄰dmin', 'A d m i n', 'A.d.m.i.n', 'Ad-min', 'M b a r i'],
  ...['★ Admin ★', 'Admin!', '(admin)', 'Admin_1', 'admin2026', 'Ngozi (admin)', 'Ngozi, moderator', 'SuperAdmin', 'MbariAdmin', 'admins'],
  ...[
    'Mbari Team',
    'Mbari Support',
    'the support team',
    'Official Support',
    'MbariTeam',
    'Мbаrі',
    'Supp0rt',
    '5taff',
    'Team',
    'Mod',
    'm0derat0r',
  ],
];

test.each(staffLike)('%o is refused as a member’s name', async (name) => {
  for (const answer of [await register(name), await rename(name)])
    expect([answer.status, answer.json.errors]).toEqual([422, { name: ['That name is reserved for the team.'] }]);
});

test.each([
  ...[
    'Badminton Ada',
    'Vladimir',
    'Stafford',
    'Team Lagos',
    'Mbari Kamau',
    'Adeola Minah',
    'Amina',
    'Modestus',
    'Support Nollywood',
    'Tea Mensah',
  ],
  ...[
    'Модест',
    'Μαρία Παπαδοπούλου',
    'Иван',
    'Adím Ịn',
    'Madina',
    '1 of 3',
    '42',
    '!',
    '👩🏾‍🎨',
    'Ada 🅱',
    'Community Garden',
    'Ọ̀ṣun Adé Mìnna',
  ],
])('%o is accepted as a name', (name) => {
  expect(resemblesStaff(name)).toBe(false);
});

test('organisers may have staff-like names', async () => {
  const organiser = await addTestMember(app, { name: 'Ada' });
  expect((await rename('Ada (admin)', organiser)).status).toBe(422);
  await promoteMember(app.context, organiser.username, 'moderator');
  expect((await rename('Ada (admin)', organiser)).status).toBe(200);
  await promoteMember(app.context, organiser.username, 'member');
  expect((await rename('Ada (admin)', organiser, { bio: 'I weave still.' })).status).toBe(200);
  expect((await rename('Ada, admin', organiser)).json.errors).toEqual({ name: ['That name is reserved for the team.'] });
});

test('a stored name that breaks newer rules stays until its member changes it', async () => {
  const old = 'Ada\u200b \u202eadmin';
  const formerMember = await addTestMember(app, { name: old, occupation: 'Dyer\u200b' });
  expect((await rename(old, formerMember, { occupation: 'Dyer\u200b', bio: 'I dye.' })).status).toBe(200);
  expect(await nameOf(formerMember)).toBe(old);
  expect((await rename(`${old}!`, formerMember, { occupation: 'Dyer\u200b\u200b' })).json.errors).toEqual({
    name: ['The name cannot contain invisible characters.'],
    occupation: ['The occupation cannot contain invisible characters.'],
  });
});

describe('usernames', () => {
  test.each([
    'admin',
    'adm1n',
    'admin_',
    '_admin',
    'admin.ngozi',
    'm0derator',
    'mbari_team',
    'the.staff',
    'support',
    'a.d.m.i.n',
    'adrnin',
  ])('the username %s is reserved', async (username) => {
    const { status, json } = await register('Ngozi', username);
    expect([status, json.errors]).toEqual([422, { username: ['That username is taken.'] }]);
  });

  test.each(['badminton.ada', 'team.lagos', 'mbari.kamau', 'modupe', 'stafford', 'amina1'])(
    'the username %s is accepted',
    async (username) => {
      expect((await register('Ngozi', username)).status).toBe(201);
    },
  );
});
