import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { addReport } from '../../testing/matrix/world.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
let viewer: TestMember;
let moderator: TestMember;
let admin: TestMember;
let photo: { id: string };
let act: ReturnType<typeof createModerationHelpers>;
beforeAll(async () => {
  app = await startTestApp();
  act = createModerationHelpers(app);
  [viewer, moderator, admin] = await Promise.all([
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app, { role: 'admin' }),
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  author = await addTestMember(app);
  photo = await addTestPhoto(app, author, { title: 'At the shrine' });
});

const mark = (organiser = moderator, warning = 'injury', id = photo.id): Promise<TestAnswer> =>
  app.call('POST', `/moderation/photos/${id}/mark`, { token: organiser.token, json: { warning, reason: 'There is blood in it' } });
const unmark = (organiser = moderator): Promise<TestAnswer> =>
  app.call('POST', `/moderation/photos/${photo.id}/unmark`, { token: organiser.token, json: { reason: 'It is paint' } });
const warningFor = async ({ token }: TestMember): Promise<Record<string, unknown> | null> =>
  (await app.call('GET', `/photos/${photo.id}`, { token })).json.data.warning;
const edit = (fields: Record<string, string>): Promise<TestAnswer> =>
  app.call('POST', `/photos/${photo.id}/update`, { token: author.token, form: formOf(fields) });

test('an organiser marks a photo; the log has it, and the author is told and cannot change it', async () => {
  expect((await mark()).status).toBe(200);
  expect(await warningFor(viewer)).toEqual({ reason: 'injury', by: 'organisers', is_blurred: true, decision_id: null });
  const { decision_id: decision } = (await warningFor(author))!;
  expect((await app.call('GET', `/decisions/${decision as string}`, { token: author.token })).json.data).toMatchObject({
    action: 'mark_photo',
    reason: 'There is blood in it',
    viewer: { may_appeal: true },
  });
  expect((await act.messages(author))[0]).toBe('The organisers put a content warning on your photo “At the shrine”: There is blood in it');
  expect((await act.log(admin, '?action=mark_photo')).data[0]).toMatchObject({
    actor: { id: moderator.id },
    reason: 'There is blood in it',
  });
  expect((await edit({ warning: '' })).json.errors).toHaveProperty('warning');
  expect((await edit({ title: 'At a shrine' })).json.data.warning).toMatchObject({ reason: 'injury', by: 'organisers' });
});

test('a granted appeal removes the warning, and the author may set another', async () => {
  await mark();
  const { decision_id: decision } = (await warningFor(author))!;
  await app.call('POST', `/decisions/${decision as string}/appeal`, { token: author.token, json: { body: 'It is paint.' } });
  expect((await act.post(admin, `/moderation/appeals/${decision as string}/resolve`, { outcome: 'granted' })).status).toBe(200);
  expect(await warningFor(viewer)).toBeNull();
  expect((await edit({ warning: 'strong' })).json.data.warning).toMatchObject({ reason: 'strong', by: 'author' });
});

test('another organiser removes the warning with a reason, also one that the author set', async () => {
  await mark();
  expect((await unmark(admin)).status).toBe(200);
  expect(await warningFor(viewer)).toBeNull();
  expect((await act.messages(author))[0]).toBe('The organisers removed the content warning from your photo “At the shrine”: It is paint');
  expect((await act.messages(moderator))[0]).toBe('Another organiser reversed one of your decisions');
  expect((await unmark()).status).toBe(404);
  await edit({ warning: 'nudity' });
  expect((await unmark()).status).toBe(200);
  expect(await warningFor(viewer)).toBeNull();
});

test('marking a reported photo resolves its reports', async () => {
  await addReport(app, viewer, photo);
  const { id, subject } = (await app.call('GET', '/moderation/reports', { token: moderator.token })).json.data[0];
  expect(subject).toMatchObject({ id: photo.id, warning: null });
  const resolve = (json: object): Promise<TestAnswer> => act.post(moderator, `/moderation/reports/${id as string}/resolve`, json);
  expect((await resolve({ outcome: 'marked', note: 'Blood' })).json.errors).toHaveProperty('warning');
  expect((await resolve({ outcome: 'marked', note: 'Blood', warning: 'injury' })).status).toBe(200);
  expect(await warningFor(viewer)).toMatchObject({ reason: 'injury', by: 'organisers' });
  const [resolved] = (await app.call('GET', '/moderation/reports?state=resolved', { token: admin.token })).json.data;
  expect([resolved.resolution.outcome, resolved.subject.warning]).toEqual(['marked', 'injury']);
  expect((await act.messages(viewer))[0]).toBe('The organisers acted on what you reported. Thank you.');
});

test('organisers cannot mark their own photos, moderators not those of admins, members none', async () => {
  const own = await addTestPhoto(app, moderator);
  expect((await mark(moderator, 'injury', own.id)).json.code).toBe('own_content');
  const theirs = await addTestPhoto(app, admin);
  expect((await mark(moderator, 'injury', theirs.id)).json.code).toBe('forbidden');
  expect((await mark(viewer)).status).toBe(403);
  expect((await unmark(viewer)).status).toBe(403);
  expect((await mark(moderator, '')).status).toBe(422);
  expect(await warningFor(author)).toBeNull();
});
