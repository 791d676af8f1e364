/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { invite, register, setJoining } from '../../testing/joining.ts';

let nodes: [TestApp, TestApp];
beforeAll(async () => {
  const first = await startTestApp();
  nodes = [first, await startTestApp({}, {}, { beside: first })];
  await setJoining(first, { mode: 'invitation' });
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
});

test('an invitation with three uses admits three of twenty concurrent registrations and stores nothing of the others', async () => {
  const organiser = await addTestMember(nodes[0], { role: 'moderator' });
  const { id, token } = await invite(nodes[0], organiser, { max_uses: 3 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register(nodes[index % 2]!, { username: `racer${index}`, invitation: token })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.reason))).toEqual(new Set(['invitationGone']));
  const stored = await nodes[0].db.row<{ accounts: number; invited: number; used: number }>(
    `select (select count(*)::int from members where username like 'racer%') as accounts,
            (select count(*)::int from invited_members where invitation_id = $1) as invited, used from invitations where id = $1`,
    [id],
  );
  expect(stored).toEqual({ accounts: 3, invited: 3, used: 3 });
});

test('a link revoked during registrations admits only registrations before the revocation', async () => {
  const organiser = await addTestMember(nodes[0], { role: 'moderator' });
  const { id, token } = await invite(nodes[0], organiser, { max_uses: 20 });
  const [revoked, ...answers] = await Promise.all([
    nodes[1].call('DELETE', `/invitations/${id}`, { token: organiser.token }),
    ...Array.from({ length: 10 }, (_, index) => register(nodes[index % 2]!, { invitation: token })),
  ]);
  expect(revoked.status).toBe(200);
  const joinedCount = answers.filter(({ status }) => status === 201).length;
  const stored = await nodes[0].db.row<{ used: number }>('select used from invitations where id = $1', [id]);
  expect(stored!.used).toBe(joinedCount);
  expect((await register(nodes[0], { invitation: token })).json.reason).toBe('invitationGone');
});
