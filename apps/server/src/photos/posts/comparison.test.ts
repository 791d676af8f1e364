import * as sentences from '@mbari/words/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';

let app: TestApp;
let free: TestMember;
let paid: TestMember;
let jpeg: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  [free, paid] = await Promise.all([addTestMember(app), addTestMember(app, { plan_name: 'Premium' })]);
  jpeg = await photoFile(80, 60);
});
afterAll(() => app.close());

type Fields = Record<string, string | Buffer>;
const post = (fields: Fields, { token }: { token?: string | undefined } = free): Promise<TestAnswer> =>
  app.call('POST', '/photos', { token, form: formOf({ 'title': 'The bridge', 'images[0]': jpeg, ...fields }) });
const edit = (id: string, fields: Fields, { token } = free): Promise<TestAnswer> =>
  app.call('POST', `/photos/${id}/update`, { token, form: formOf(fields) });
const read = (id: string, { token } = paid): Promise<TestAnswer> => app.call('GET', `/photos/${id}`, { token });
const stateOf = ({ status, json }: TestAnswer): unknown[] => [status, json.data?.is_comparison, json.data?.images.length];
const comparison = (): Fields => ({ 'alt[1]': 'The old bridge', 'images[1]': jpeg, 'is_comparison': 'true' });

test('a free member posts a photo with an earlier version, which others see in the post and in lists', async () => {
  const posted = await post(comparison());
  expect(stateOf(posted)).toEqual([201, true, 2]);
  const { id, images } = posted.json.data;
  expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(['', 'The old bridge']);
  const listed = (await app.call('GET', '/photos', { token: paid.token })).json.data;
  const seen = [(await read(id)).json.data, listed.find((one: { id: string }) => one.id === id)];
  for (const photo of seen) expect([photo.is_comparison, photo.images[1].alt]).toEqual([true, 'The old bridge']);
});

test('a comparison needs exactly two images', async () => {
  const answers = [await post({ is_comparison: 'true' }), await post({ ...comparison(), 'images[2]': jpeg }, paid)];
  const { id } = (await post({})).json.data;
  answers.push(await edit(id, { is_comparison: 'true' }));
  for (const { status, json } of answers)
    expect([status, json.error_reasons?.is_comparison?.[0].reason]).toEqual([422, 'comparisonNeedsTwo']);
  expect((await post({ ...comparison(), 'images[2]': jpeg })).status).toBe(403);
  expect((await post({ ...comparison(), is_comparison: 'yes' })).status).toBe(422);
  expect(stateOf(await read(id))).toEqual([200, false, 1]);
});

test('an author adds an earlier version to a post, replaces it and removes it again', async () => {
  const { id, images } = (await post({})).json.data;
  const added = await edit(id, { 'keep[0]': images[0].id, ...comparison() });
  expect(stateOf(added)).toEqual([200, true, 2]);
  expect((await edit(id, { 'keep[0]': images[0].id, ...comparison() }, paid)).status).toBe(403);
  const [, earlier] = added.json.data.images;
  expect(stateOf(await edit(id, { 'keep[0]': images[0].id, ...comparison() }))).toEqual([200, true, 2]);
  expect((await fetch(app.url + earlier.image_path)).status).toBe(404);
  expect(stateOf(await edit(id, { 'keep[0]': images[0].id }))).toEqual([200, false, 1]);
});

test('a comparison is no way around the number of images in a plan', async () => {
  const { id, images } = (await post(comparison())).json.data;
  const keep = { 'keep[0]': images[1].id, 'keep[1]': images[0].id };
  const ways: Fields[] = [{ is_comparison: 'false' }, { ...keep, is_comparison: 'false' }, { 'keep[0]': images[0].id, 'images[1]': jpeg }];
  for (const fields of ways) {
    const { status, json } = await edit(id, fields);
    expect([status, json.message]).toEqual([403, sentences.upgradeForImages]);
  }
  expect(stateOf(await edit(id, keep))).toEqual([200, true, 2]);
  const { id: other } = (await post(comparison(), paid)).json.data;
  expect(stateOf(await edit(other, { is_comparison: 'false' }, paid))).toEqual([200, false, 2]);
  expect(stateOf(await edit(other, { is_comparison: 'true' }, paid))).toEqual([200, true, 2]);
});

test('a content warning blurs both versions', async () => {
  const { id } = (await post({ ...comparison(), warning: 'death' })).json.data;
  const { images } = (await read(id)).json.data;
  for (const { image_path, alt } of images) expect([image_path.includes('/blur.png'), alt]).toEqual([true, '']);
});

test('the evidence of a report has both versions', async () => {
  const moderator = await addTestMember(app, { role: 'moderator' });
  const { id } = (await post(comparison())).json.data;
  const reported = await app.call('POST', '/reports', {
    token: paid.token,
    json: { subject_type: 'photo', subject_id: id, reason: 'spam' },
  });
  expect(reported.status).toBe(201);
  await app.call('DELETE', `/photos/${id}`, { token: free.token });
  const [report] = (await app.call('GET', '/moderation/reports', { token: moderator.token })).json.data;
  const { json } = await app.call('GET', `/moderation/reports/${report.id}`, { token: moderator.token });
  const images = json.data.evidence.flatMap((one: { images: { alt: string }[] }) => one.images);
  expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(['', 'The old bridge']);
});
