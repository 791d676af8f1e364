import * as sentences from '@mbari/contract/sentences';
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
    provider: null,
    languages: [{ tag: 'en', name: 'English' }],
  });
  expect(json.data.limits.imagesPaid).toBe(3);
});

test('a missing path answers 404 in the error shape', async () => {
  const { status, json } = await app.call('GET', '/nothing/here');
  expect(status).toBe(404);
  expect(json).toEqual({ message: 'Not found', code: 'not_found', reason: 'notFound', request_id: expect.any(String) });
});
