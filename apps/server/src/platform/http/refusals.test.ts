import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('a refusal has an English message and a reason', async () => {
  const { json } = await app.call('GET', '/me');
  expect(json).toEqual({ message: sentences.unauthorized, code: 'unauthenticated', reason: 'unauthorized', request_id: json.request_id });
});

test('refused fields have their reasons in the same order, with parameters', async () => {
  const { token } = await addTestMember(app);
  const { status, json } = await app.call('POST', '/me/profile', { token, json: { name: 'x'.repeat(300), bio: 4 } });
  expect([status, json.reason]).toEqual([422, 'validationFailed']);
  expect(json.errors).toEqual({ name: ['The name may have at most 80 characters.'], bio: ['The bio must be text.'] });
  expect(json.error_reasons).toEqual({
    name: [{ reason: 'textTooLong', params: { field: 'name', most: 80 } }],
    bio: [{ reason: 'mustBeText', params: { field: 'bio' } }],
  });
});

test('a missing field is named', async () => {
  const { json } = await app.call('POST', '/auth/login', { json: { email: 'ada@example.test' } });
  expect(json.errors).toEqual({ password: ['The password is required.'] });
  expect(json.error_reasons).toEqual({ password: [{ reason: 'fieldRequired', params: { field: 'password' } }] });
});

test('the browser’s language does not change refusals', async () => {
  const listMessages = async (language: string) => {
    const headers = { 'accept-language': language, 'cookie': `mbari_locale=${language}` };
    const answers = [await app.call('GET', '/me', { headers }), await app.call('POST', '/auth/login', { json: {}, headers })];
    return answers.map(({ json }) => ({ ...json, request_id: '' }) as unknown);
  };
  expect(await listMessages('en-XA')).toEqual(await listMessages('en'));
});
