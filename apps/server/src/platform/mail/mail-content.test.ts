import { wordsFor } from '@mbari/words/words-for';
import { expect, test } from 'vitest';
import { composeMail, type MailContent } from './compose-mail.ts';
import { allNotices, type Notice, noticeWords } from './notices.ts';

const publicUrl = new URL('https://mbari.example');
const site = { publicUrl, name: 'Mbari', tagline: null };
const link = 'https://mbari.example/somewhere?a=1&b=2';
const name = 'Ọlá <b>R</b> www.evil.example ada@evil.example';

const plain = ['verify', 'welcome', 'known', 'reset', 'claim', 'change_email', 'email_wanted', 'email_changed', 'test'] as const;
const mails: [string, MailContent][] = [
  ...plain.map((kind): [string, MailContent] => [kind, { kind, name, link }]),
  ['admin_added', { kind: 'admin_added', name, link, about: 'Phone of //evil.example' }],
  ...allNotices.map((notice): [string, MailContent] => [
    `notice ${notice}`,
    { kind: 'notice', notice, name, link, detail: 'Phone of //evil.example' },
  ]),
];

test.each(mails)('%s: HTML and text have the recipient’s name and the link, and link nothing that a member typed', (_, content) => {
  const { subject, html, text } = composeMail(site, content, 'en');
  expect(subject.length).toBeLessThanOrEqual(40);
  expect(subject).not.toMatch(/Ọlá/);
  for (const form of [html, text]) {
    expect(form).toContain('Ọlá');
    expect(form).not.toMatch(/undefined|null|\[object|evil\.example|ada@evil|\/\/evil/);
  }
  expect(html).not.toMatch(/<b>|<script|<img|url\(/i);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, at]) => at!.replaceAll('&amp;', '&'))).toEqual(
    expect.arrayContaining([link, publicUrl.origin]),
  );
  expect(text).toContain(`:\n${link}\n`);
  expect(text).not.toMatch(/&amp;|\n{3}/);
});

test('only mails whose link changes something show the link’s address', () => {
  const withLink = mails.filter(([, content]) => composeMail(site, content, 'en').html.includes('copy this address')).map(([kind]) => kind);
  expect(withLink).toEqual(['verify', 'reset', 'claim', 'change_email']);
});

test('a notice names the right advice if a new password does not lock out an intruder', () => {
  const textOf = (notice: Notice): string => composeMail(site, { kind: 'notice', notice, name, link }, 'en').text;
  expect(textOf('passkey_added')).toContain('remove the passkey in Settings');
  expect(textOf('totp_on')).toContain('contact the people who run this community');
  expect(textOf('identity_linked')).toContain('secure that first');
  for (const notice of ['password_changed', 'password_reset'] as const) expect(textOf(notice)).toContain('Passkeys and linked accounts');
});

test('each notice names the event and what to do if another person caused it', () => {
  for (const notice of allNotices) {
    const { text, subject } = composeMail(site, { kind: 'notice', notice, name, link }, 'en');
    expect(text.startsWith(subject)).toBe(true);
    expect(text).toContain(noticeWords(notice, wordsFor('en')).text);
    // Only the operator causes these.
    if (notice !== 'totp_lost' && notice !== 'role_to_confirm') expect(text).toMatch(/If it wasn’t( you)?, /);
    expect(text).not.toContain('It is called');
  }
});

test('a mail is written in its recipient’s language', () => {
  const { subject, html, text } = composeMail(site, { kind: 'verify', name, link }, 'en-XA');
  expect(subject).toMatch(/^\[Ṽéŕíƒý .*\]$/);
  expect(html).toContain('<html lang="en-XA" dir="ltr">');
  expect(text).toContain('[Ŵéļçóɱé, Ọlá');
});

test.each(mails)('%s: in another language, contains only texts of the catalogue', (_, content) => {
  const filled = { ...content, name: 'ኣዳ', ...('notice' in content && { detail: 'ስልኪ' }), ...('about' in content && { about: 'ስልኪ' }) };
  const { subject, html, text } = composeMail(site, filled, 'en-XA');
  const addresses = [link.replaceAll('&', '&amp;'), link, publicUrl.origin, publicUrl.host, 'Mbari'];
  const visible = addresses
    .reduce((rest, address) => rest.replaceAll(address, ''), `${subject}\n${text}\n${html}`)
    .replace(/<style>[^]*?<\/style>/, '')
    .replaceAll(/<[^>]*>|&\w+;/g, '');
  expect(visible).not.toMatch(/[a-z]/i);
});
