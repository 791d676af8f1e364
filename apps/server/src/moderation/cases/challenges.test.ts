import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestChallenge, addTestFeedback, addTestPhoto } from '../../testing/posts.ts';

/** Reports of challenges, and of feedback to entrants, who must not learn its writer. */

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());

const get = (path: string, { token }: TestMember) => app.call('GET', path, { token });
const openCase = async (organiser: TestMember) => (await use.queue(organiser)).data[0];
const newsOf = async (member: TestMember) => (await get('/forum/notifications', member)).json.data.notifications[0];
const feedbackTo = async (entrant: TestMember, challengeId: string): Promise<string[]> =>
  (await get(`/challenges/${challengeId}`, entrant)).json.data.viewer.entries[0].feedback.map(({ text }: { text: string }) => text);

/** Results with feedback to an entrant. */
async function addFeedback(entrant: TestMember) {
  const voter = await addTestMember(app, { name: 'Quiet Voter' });
  const { id, entries } = await addTestChallenge(app, { state: 'results', photos: [await addTestPhoto(app, entrant)] });
  return { voter, challengeId: id, id: await addTestFeedback(app, entries[0]!, voter, 'You have no eyes') };
}

test('the entrant alone reports feedback, with the results; its writer is told and appeals, and the entrant never learns the name', async () => {
  const { owner, reporter, moderator, admin, photo } = await addReportable(app);
  const { voter, challengeId, id } = await addFeedback(owner);
  const early = await addTestChallenge(app, { state: 'voting', photos: [photo] });
  const secret = await addTestFeedback(app, early.entries[0]!, voter);
  expect((await use.report(owner, 'feedback', secret)).status).toBe(404);
  for (const other of [voter, reporter, moderator]) expect((await use.report(other, 'feedback', id)).status).toBe(404);
  for (const _ of ['once', 'again']) expect((await use.report(owner, 'feedback', id)).status).toBe(201);

  const reported = await openCase(moderator);
  expect(reported).toMatchObject({
    reports_count: 1,
    subject: { type: 'feedback', title: 'Long shadows', excerpt: 'You have no eyes', address: `/challenges/${challengeId}` },
    viewer: { may_remove: true },
  });
  expect(reported.subject.author.id).toBe(voter.id);
  expect((await get(`/moderation/reports/${reported.id}`, moderator)).json.data.evidence[0]).toMatchObject({ body: 'You have no eyes' });
  expect((await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'Be kind' })).status).toBe(200);
  expect(await feedbackTo(owner, challengeId)).toEqual([]);
  expect((await use.report(owner, 'feedback', id)).status).toBe(404);

  expect((await use.messages(owner))[0]).toBe('The organisers acted on what you reported. Thank you.');
  const { message, action_url, excerpt } = await newsOf(voter);
  expect(message).toBe('The organisers removed your feedback in the challenge “Long shadows”: Be kind');
  expect(excerpt).toBe('You have no eyes');
  expect((await get(action_url, voter)).json.data).toMatchObject({ title: 'Long shadows', excerpt: 'You have no eyes' });
  expect(await use.statusOf(owner, action_url)).toBe(404);
  expect((await use.post(voter, `${action_url}/appeal`, { body: 'I have.' })).status).toBe(201);
  const decision = action_url.replace('/decisions/', '');
  expect((await use.post(admin, `/moderation/appeals/${decision}/resolve`, { outcome: 'granted' })).status).toBe(200);
  expect(await feedbackTo(owner, challengeId)).toEqual(['You have no eyes']);
  for (const path of ['/forum/notifications', `/challenges/${challengeId}`, '/me']) {
    const answer = JSON.stringify((await get(path, owner)).json);
    expect([answer.includes(voter.id), answer.includes('Quiet Voter')]).toEqual([false, false]);
  }
});

test('an organiser restores feedback; one who entered sees neither the case, nor the log, nor the appeal', async () => {
  const { moderator, admin } = await addReportable(app);
  const entrant = await addTestMember(app, { role: 'admin' });
  const { voter, challengeId, id } = await addFeedback(entrant);
  expect((await use.report(entrant, 'feedback', id)).status).toBe(201);
  const reported = await openCase(moderator);
  expect((await use.queue(entrant)).data).toEqual([]);
  expect(await use.statusOf(entrant, `/moderation/reports/${reported.id}`)).toBe(404);
  expect((await use.resolve(entrant, reported.id, { outcome: 'dismissed' })).status).toBe(404);
  await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'No' });
  const [entry] = (await use.log(admin)).data;
  expect(entry).toMatchObject({ action: 'remove_feedback', member: { id: voter.id }, address: null });
  await use.post(voter, `/decisions/${entry.id}/appeal`, { body: 'Why?' });
  expect((await get('/moderation/appeals', admin)).json.data).toHaveLength(1);

  const restore = ({ token }: TestMember) => app.call('POST', `/moderation/feedback/${id}/restore`, { token });
  expect((await restore(voter)).status).toBe(403);
  expect((await restore(admin)).status).toBe(200);
  expect((await restore(admin)).status).toBe(404);
  expect((await use.messages(voter))[0]).toBe('The organisers restored your feedback in the challenge “Long shadows”');
  expect(await feedbackTo(entrant, challengeId)).toEqual(['You have no eyes']);
  await use.post(admin, `/moderation/appeals/${entry.id}/resolve`, { outcome: 'granted' });
  const lists = ['/moderation/reports?state=resolved', '/moderation/log', '/moderation/appeals', '/moderation/appeals?state=resolved'];
  for (const path of lists) {
    const { status, json } = await get(path, entrant);
    expect([path, status, JSON.stringify(json).includes(voter.id)]).toEqual([path, 200, false]);
    if (path !== '/moderation/appeals') expect(JSON.stringify((await get(path, admin)).json)).toContain(voter.id);
  }
});

test('members report a challenge, which its organiser does not see; organisers edit it on its page, or dismiss the reports', async () => {
  const { reporter, moderator, admin } = await addReportable(app);
  const { id } = await addTestChallenge(app, { organiser: admin });
  expect((await use.report(admin, 'challenge', id)).json.code).toBe('own_content');
  expect((await use.report(reporter, 'challenge', id)).status).toBe(201);
  expect((await use.queue(admin)).data).toEqual([]);
  const reported = await openCase(moderator);
  expect(reported).toMatchObject({
    subject: { type: 'challenge', title: 'Long shadows', address: `/challenges/${id}`, author: { id: admin.id } },
    viewer: { may_remove: false, may_sanction: false },
  });
  const refused = await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'No' });
  expect(Object.keys(refused.json.errors)).toEqual(['outcome']);
  await app.call('PUT', `/challenges/${id}`, { token: admin.token, json: { title: 'Short shadows' } });
  expect((await openCase(moderator)).subject).toMatchObject({ title: 'Long shadows', is_changed: true });
  expect((await use.resolve(moderator, reported.id, { outcome: 'dismissed' })).status).toBe(200);
  expect((await use.log(moderator)).data[0]).toMatchObject({ action: 'dismiss_reports', address: `/challenges/${id}` });
  expect((await use.queue(moderator, '?state=resolved')).data[0]).toMatchObject({ subject: { type: 'challenge', title: 'Short shadows' } });
});

test('a challenge whose organiser closed the account can be reported; its deletion ends the reports', async () => {
  const { reporter, moderator, admin } = await addReportable(app);
  const { id } = await addTestChallenge(app);
  expect((await use.report(reporter, 'challenge', id)).status).toBe(201);
  const reported = await openCase(moderator);
  expect(reported).toMatchObject({ reports_count: 1, subject: { type: 'challenge', author: null } });
  expect((await get(`/moderation/reports/${reported.id}`, moderator)).json.data).toMatchObject({ evidence: [{ title: 'Long shadows' }] });
  expect((await app.call('DELETE', `/challenges/${id}`, { token: admin.token })).status).toBe(200);
  expect((await use.queue(moderator)).data).toEqual([]);
  expect((await use.report(reporter, 'challenge', id)).status).toBe(404);
});
