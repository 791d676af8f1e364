import { allCalls } from '@mbari/contract/all';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../testing/app.ts';
import { answers, refusals } from './languages.ts';
import { type Because, because, invalid, Refusal, sentenceOf } from './refusal.ts';

test('the English catalogues match the specification’s sentences exactly', () => {
  const specified: Record<string, string> = { ...sentences };
  const messages = Object.entries({ ...answers, ...refusals }).filter(([key]) => key in specified);
  expect(messages.length).toBeGreaterThan(35);
  expect(messages).toEqual(messages.map(([key]) => [key, specified[key]]));
});

test('a refusal has a key and the catalogue’s sentence', () => {
  const refusal = new Refusal('locked', 'topicLocked');
  expect([refusal.message, refusal.sentence.reason, refusal.status]).toEqual([refusals.topicLocked, 'topicLocked', 403]);
});

test('a refusal keeps the parameters of its sentences', () => {
  const refusal = invalid({ body: ['textTooComplex', because('tooManyForumImages', { most: 10 })] });
  expect(refusal.sentence).toEqual({ reason: 'validationFailed', text: sentences.validationFailed });
  expect(refusal.errors?.['body']).toEqual([
    { reason: 'textTooComplex', text: refusals.textTooComplex },
    { reason: 'tooManyForumImages', params: { most: 10 }, text: 'A post can show up to 10 images.' },
  ]);
});

test('the compiler refuses plain text, unknown keys and missing parameters', () => {
  // @ts-expect-error a sentence, not a key
  const words: Because = 'Not you';
  // @ts-expect-error a key that needs parameters
  const empty: Because = 'tooManyForumImages';
  // @ts-expect-error a parameter of the wrong type
  const filled = () => because('tooManyForumImages', { most: 'ten' });
  expect([words, empty, filled]).toHaveLength(3);
});

test('an unknown reason has no sentence', () => {
  for (const reason of ['nothing', 'toString', '__proto__']) expect(sentenceOf({ reason })).toBeNull();
});

describe('refusals', () => {
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
});

describe('access', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  test('an endpoint for organisers or admins refuses everybody else before it reads ids, query or body', async () => {
    const [member, moderator] = await Promise.all([addTestMember(app), addTestMember(app, { role: 'moderator' })]);
    const askers = { organiser: { member }, admin: { member, moderator } };
    const answers: string[] = [];
    for (const { method, path, access, name, takes } of allCalls) {
      if (access !== 'organiser' && access !== 'admin') continue;
      for (const [role, { token }] of Object.entries(askers[access])) {
        const { json } = await app.call(method, `${path.replaceAll(/\{\w+\}/g, 'no-id')}?page=-1&per_page=0&cursor=%00`, {
          token,
          ...(takes && { body: '{"a":', headers: { 'content-type': 'application/json' } }),
        });
        answers.push(`${name} ${role} ${json.code}`);
      }
    }
    expect(answers.length).toBeGreaterThan(80);
    expect(answers.filter((answer) => !answer.endsWith(' forbidden') && !answer.endsWith(' admin_only'))).toEqual([]);
  });
});
