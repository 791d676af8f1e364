import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
let ada: TestMember;
let bola: TestMember;
let post: { id: string; image_id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.run(`update photo_images set alt = 'Dancers' where alt = ''`);
  author = await addTestMember(app, { name: 'Kwame Asante' });
  ada = await addTestMember(app, { name: 'Ada Obi' });
  bola = await addTestMember(app, { name: 'Bola Ojo' });
  post = await addUndescribed();
});

async function addUndescribed(columns: Record<string, unknown> = {}, owner = author) {
  const photo = await addTestPhoto(app, owner, { title: 'At the well', ...columns });
  await app.db.run(`update photo_images set alt = '' where photo_id = $1`, [photo.id]);
  return photo;
}

const propose = ({ token } = ada, text = 'A woman climbs a stepped well', photo = post): Promise<TestAnswer> =>
  app.call('POST', `/photos/${photo.id}/alt-proposals`, { token, json: { image_id: photo.image_id, text } });
const read = async ({ token } = author, id = post.id) => (await app.call('GET', `/photos/${id}`, { token })).json.data;
const proposals = async (as = author): Promise<{ id: string; text: string; user: { name: string } }[]> =>
  (await read(as)).alt_proposals ?? [];
const texts = async (): Promise<[string, string][]> => (await proposals()).map(({ text, user }) => [user.name, text]);
const accept = (proposal: { id: string; text: string }, text = proposal.text, as = author): Promise<TestAnswer> =>
  app.call('POST', `/photos/${post.id}/alt-proposals/${proposal.id}/accept`, { token: as.token, json: { text } });
const decline = (proposal: { id: string }, as = author): Promise<TestAnswer> =>
  app.call('DELETE', `/photos/${post.id}/alt-proposals/${proposal.id}`, { token: as.token });
const list = async ({ token } = ada, query = '') => (await app.call('GET', `/photos/undescribed${query}`, { token })).json;
const waiting = async (as = ada): Promise<string[]> => (await list(as)).data.map(({ id }: { id: string }) => id);
const news = async (query = ''): Promise<Notification[]> =>
  (await app.call('GET', `/forum/notifications${query}`, { token: author.token })).json.data.notifications;
const describe = (text = 'Mine'): Promise<TestAnswer> =>
  app.call('POST', `/photos/${post.id}/update`, { token: author.token, form: formOf({ 'alt[0]': text }) });
const allow = (value: boolean): Promise<TestAnswer> =>
  app.call('PUT', '/me/forum-settings', { token: author.token, json: { takes_alt_proposals: value } });

test('the author uses one of several proposals in their own words, which closes the others', async () => {
  expect((await propose()).status).toBe(201);
  expect((await propose(bola, 'Stairs')).status).toBe(201);
  expect(await texts()).toEqual([
    ['Ada Obi', 'A woman climbs a stepped well'],
    ['Bola Ojo', 'Stairs'],
  ]);
  const { version } = await read();
  const [first, second] = await proposals();
  expect((await accept(first!, 'A woman in green climbs a stepped well')).status).toBe(200);

  const described = await read(ada);
  expect([described.images[0].alt, described.version]).toEqual(['A woman in green climbs a stepped well', version + 1]);
  expect([await proposals(), await news(), await waiting()]).toEqual([[], [], []]);
  expect((await accept(second!)).json).toMatchObject({ code: 'conflict', reason: 'describedMeanwhile' });
  expect((await propose(bola)).json.reason).toBe('describedMeanwhile');
  expect((await read()).images[0].alt).toBe('A woman in green climbs a stepped well');
});

test('the notification has the text, is grouped by photo, and goes when the proposal is answered', async () => {
  await propose();
  await propose(ada, 'Another text');
  await propose(bola, 'Stairs');
  const [grouped] = await news('?grouped=1');
  expect(grouped).toMatchObject({ message: 'Bola Ojo and 1 other propose descriptions for your photo “At the well”', kind: 'described' });
  const own = (await proposals()).find(({ text }) => text === 'Stairs')!;
  expect((await news()).map(({ alt_proposal }) => alt_proposal?.text)).toEqual(['Stairs', 'Another text']);
  expect(grouped!.alt_proposal).toEqual({ id: own.id, photo_id: post.id, text: 'Stairs' });
  expect((await decline(own)).status).toBe(200);
  expect((await news('?grouped=1')).map(({ message, group }) => [message, group])).toEqual([
    ['Ada Obi proposes a description for your photo “At the well”', null],
  ]);
  expect((await propose(bola)).json.reason).toBe('proposalAnswered');
});

test('a proposal ends when the author describes the photo, deletes it or turns proposals off', async () => {
  await propose();
  await allow(false);
  expect([await proposals(), await news(), await waiting(bola)]).toEqual([[], [], []]);
  expect((await propose(bola)).json).toMatchObject({ code: 'locked', reason: 'descriptionsOff' });
  await allow(true);
  expect([await texts(), (await news()).length, await waiting(bola)]).toEqual([
    [['Ada Obi', 'A woman climbs a stepped well']],
    1,
    [post.image_id],
  ]);
  const [open] = await proposals();
  expect((await describe()).status).toBe(200);
  expect([await proposals(), await news(), (await accept(open!)).json.reason]).toEqual([[], [], 'describedMeanwhile']);
  await describe('');
  await setPhotoGone(app, post, 'deleted_at');
  expect([await news(), (await accept(open!)).status]).toEqual([[], 404]);
});

test.each<[string, () => Promise<unknown>]>([
  ['the proposer is blocked', () => block(app, author, ada)],
  ['the proposer is muted', () => mute(app, author, ada)],
  ['the proposer is suspended', () => setMember(app, ada, { suspended_at: new Date() })],
])('a proposal is hidden when %s', async (_, happens) => {
  await propose();
  await happens();
  expect([await proposals(), await news()]).toEqual([[], []]);
});

test('an edit of the post keeps the proposals for images that stay', async () => {
  await propose();
  await app.call('POST', `/photos/${post.id}/update`, { token: author.token, form: formOf({ 'keep[0]': post.image_id }) });
  expect(await texts()).toHaveLength(1);
  expect((await app.db.row('select proposals_count from photo_images where image_id = $1', [post.image_id]))!).toEqual({
    proposals_count: 1,
  });
});

test('photos wait by number of proposals, then age, page by page', async () => {
  const photos = [post, await addUndescribed(), await addUndescribed()];
  await propose(bola);
  const third = await addTestMember(app);
  const first = await list(third, '?per_page=2');
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual([photos[1]!.image_id, photos[2]!.image_id]);
  const second = await list(third, `?per_page=2&cursor=${first.meta.next_cursor}`);
  expect([second.data.map(({ id }: { id: string }) => id), second.meta.next_cursor]).toEqual([[post.image_id], null]);
  expect((await app.call('GET', '/photos/undescribed?cursor=1.5.x', { token: ada.token })).json.error_reasons.cursor[0].reason).toBe(
    'badCursor',
  );
});

test.each<[string, () => Promise<unknown>]>([
  ['own photos', async () => (ada = author)],
  ['photos that they described already', () => propose()],
  ['photos of members who take no proposals', () => allow(false)],
  ['photos for others', () => setAudience(app, post, 'followers')],
  ['archived photos', () => setPhotoGone(app, post, 'archived_at')],
  ['photos of muted members', () => mute(app, ada, author)],
  ['photos of members who blocked them', () => block(app, author, ada)],
  [
    'photos with a content warning, if they hide those',
    async () => {
      await app.db.run(`update photos set warning = 'death' where id = $1`, [post.id]);
      await setMember(app, ada, { sensitive_photos: 'hide' });
    },
  ],
])('a member is not asked to describe %s', async (_, happens) => {
  expect(await waiting()).toEqual([post.image_id]);
  await happens();
  expect(await waiting()).toEqual([]);
});

test('only members who see the post propose, only the author reads and answers', async () => {
  await propose();
  const [open] = await proposals();
  expect([await proposals(ada), await proposals(bola)]).toEqual([[], []]);
  expect([(await accept(open!, 'Mine', ada)).status, (await decline(open!, bola)).status]).toEqual([403, 403]);
  expect((await propose(author)).json.code).toBe('own_content');
  await setAudience(app, post, 'me');
  expect((await propose(bola)).status).toBe(404);
  expect((await propose(bola, '  ')).status).toBe(422);
  expect((await propose(bola, 'a'.repeat(1001))).status).toBe(422);
  const other = await addUndescribed();
  expect((await propose(bola, 'Elsewhere', { id: other.id, image_id: post.image_id })).status).toBe(404);
  expect(
    (await app.call('POST', `/photos/${other.id}/alt-proposals/${open!.id}/accept`, { token: author.token, json: { text: 'x' } })).status,
  ).toBe(404);
});

test('silenced members and refused words are refused', async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  const filters = { version: 1, new_account_days: 0, review_first: 0, same_link_accounts: 0 };
  await app.call('PUT', '/admin/filters', { token: admin.token, json: { ...filters, entries: [{ text: 'raffle', action: 'refuse' }] } });
  expect((await propose(ada, 'Win the raffle')).json.errors.text).toHaveLength(1);
  await setMember(app, ada, { silenced_at: new Date(), silence_reason: 'Rude' });
  expect((await propose()).json.code).toBe('silenced');
});
