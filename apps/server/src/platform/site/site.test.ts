import * as sentences from '@mbari/contract/platform/sentences';
import { wordsFor } from '@mbari/words/words-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('anybody can read the community’s name, tagline and limits', async () => {
  const { status, json } = await app.call('GET', '/site');
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    name: 'Mbari',
    tagline: sentences.tagline,
    providers: [],
    languages: [
      { tag: 'en', name: 'English' },
      { tag: 'ar', name: 'العربية' },
      { tag: 'fr', name: 'Français' },
      { tag: 'sw', name: 'Kiswahili' },
    ],
  });
  expect(json.data.limits.imagesPaid).toBe(3);
});

test('the tagline is in the site’s default language, whatever the browser requests', async () => {
  const french = await startTestApp({ LOCALES: 'en,fr', DEFAULT_LOCALE: 'fr' });
  try {
    const { json } = await french.call('GET', '/site', { headers: { 'accept-language': 'en' } });
    expect(json.data.tagline).toBe(wordsFor('fr').mail.tagline);
    expect(json.data.tagline).not.toBe(sentences.tagline);
  } finally {
    await french.close();
  }
});

test('the plan’s price is shown if configured', async () => {
  expect((await app.call('GET', '/site')).json.data.plans_price).toBeNull();
  const priced = await startTestApp({ PLANS_PRICE: '₦2,500 a month' }, {}, { beside: app });
  try {
    expect((await priced.call('GET', '/site')).json.data.plans_price).toBe('₦2,500 a month');
  } finally {
    await priced.close();
  }
});

test('a missing path answers 404 in the error format', async () => {
  const { status, json } = await app.call('GET', '/nothing/here');
  expect(status).toBe(404);
  expect(json).toEqual({ message: 'Not found', code: 'not_found', reason: 'notFound', request_id: expect.any(String) });
});
