import { allCalls } from '@mbari/contract/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';

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
