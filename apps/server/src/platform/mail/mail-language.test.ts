import { wordsFor } from '@mbari/words/words-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { registration } from '../../testing/matrix/rows/account.ts';
import { openOutbox } from '../../testing/outbox.ts';
import { setMember } from '../../testing/posts.ts';
import { renderMail } from './mail-layout.ts';
import { queueMail } from './queue-mail.ts';

/** App with a second language: accented English in brackets. */
let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
beforeAll(async () => {
  app = await startTestApp({ LOCALES: 'en,en-XA' });
  outbox = openOutbox(app);
});
afterAll(() => app.close());

const listSent = async () => {
  await runJobs(app.context);
  return (await outbox.take()).map(({ to, subject, html }) => ({ to, subject, lang: /<html lang="([\w-]+)" dir="ltr">/.exec(html)?.[1] }));
};

test('a mail caused by another member is in the recipient’s language', async () => {
  const owner = await addTestMember(app, { locale: 'en-XA' });
  await app.call('POST', '/auth/register', { json: registration({ email: owner.email, locale: 'en' }) });
  expect(await listSent()).toEqual([{ to: owner.email, subject: expect.stringMatching(/^\[Ýóú áļŕéáðý/), lang: 'en-XA' }]);
});

test('the language is the one chosen at the time of sending, or the site’s default', async () => {
  const [member, otherMember] = [await addTestMember(app, { locale: 'en' }), await addTestMember(app)];
  await queueMail(app.db, { kind: 'notice', member_id: member.id, notice: 'passkey_removed' });
  await setMember(app, member, { locale: 'en-XA' });
  await queueMail(app.db, { kind: 'notice', member_id: otherMember.id, notice: 'passkey_removed' });
  expect(new Map((await listSent()).map(({ to, lang }) => [to, lang]))).toEqual(
    new Map([
      [member.email, 'en-XA'],
      [otherMember.email, 'en'],
    ]),
  );
});

test('a language that is no longer offered is not used', async () => {
  const member = await addTestMember(app, { locale: 'yo' });
  await queueMail(app.db, { kind: 'welcome', member_id: member.id });
  expect(await listSent()).toEqual([{ to: member.email, subject: 'Welcome to Mbari', lang: 'en' }]);
});

test('a right-to-left mail is laid out from the right', () => {
  const parts = { subject: 'a', preview: 'b', heading: 'c', paragraphs: ['d'], button: { label: 'e', link: 'https://mbari.example/' } };
  const { html } = renderMail(
    { publicUrl: new URL('https://mbari.example'), name: 'Mbari', tagline: null },
    { ...parts, small: [], showLink: true },
    { locale: 'ar', direction: 'rtl', mail: wordsFor('en').mail },
  );
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('padding-right:48px');
  expect(html).not.toContain('padding-left');
});
