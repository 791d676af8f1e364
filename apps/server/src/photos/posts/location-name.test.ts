import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, type TestAnswer, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { startPremoderation } from '../../testing/moderation.ts';

const { app, admin, setFilters, owner, queue } = await startPremoderation();
let reader: TestMember;
let jpeg: Buffer;
beforeAll(async () => {
  reader = await addTestMember(app);
  jpeg = await photoFile(40, 30);
});
afterAll(() => app.close());

const post = (fields: Record<string, string>, member = owner): Promise<TestAnswer> =>
  app.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Uli wall', ...fields, 'images[0]': jpeg }) });
const edit = (id: string, fields: Record<string, string>): Promise<TestAnswer> =>
  app.call('POST', `/photos/${id}/update`, { token: owner.token, form: formOf(fields) });
const search = async (words: string): Promise<string[]> =>
  (await app.call('GET', `/photos?search=${encodeURIComponent(words)}`, { token: reader.token })).json.data.map(
    ({ id }: { id: string }) => id,
  );

test('a location is stored trimmed, can be changed and cleared, and is kept by other edits', async () => {
  const { status, json } = await post({ location_name: '  Nsukka, Enugu  ' });
  expect([status, json.data.location_name]).toEqual([201, 'Nsukka, Enugu']);
  const { id } = json.data;
  expect((await app.call('GET', `/photos/${id}`, { token: reader.token })).json.data.location_name).toBe('Nsukka, Enugu');
  expect((await edit(id, { title: 'Uli walls' })).json.data.location_name).toBe('Nsukka, Enugu');
  expect((await edit(id, { location_name: 'Nri' })).json.data).toMatchObject({ title: 'Uli walls', location_name: 'Nri' });
  expect((await edit(id, { location_name: '' })).json.data.location_name).toBeNull();
  expect((await post({})).json.data.location_name).toBeNull();
});

test.each([
  ['longer than 100 characters', 'x'.repeat(101)],
  ['of two lines', 'Nsukka\nEnugu'],
  ['with a NUL', 'Nsukka\0'],
])('a location %s is refused, and nothing is posted or changed', async (_, location_name) => {
  const before = (await post({ location_name: 'Nri' })).json.data;
  const answers = [await post({ location_name }), await edit(before.id, { title: 'Changed', location_name })];
  expect(answers.map(({ status, json }) => [status, Object.keys(json.errors)])).toEqual([
    [422, ['location_name']],
    [422, ['location_name']],
  ]);
  expect((await app.call('GET', `/photos/${before.id}`, { token: owner.token })).json.data).toMatchObject({
    title: 'Uli wall',
    location_name: 'Nri',
  });
});

test('search finds a photo by its current location only', async () => {
  const { id } = (await post({ location_name: 'Òṣogbo Grove' })).json.data;
  expect(await search('osogbo')).toEqual([id]);
  await edit(id, { location_name: 'Ilé-Ifẹ̀' });
  expect([await search('osogbo'), await search('ife')]).toEqual([[], [id]]);
});

test('a place lists the photos taken there, newest first, whatever the case and diacritics', async () => {
  const listed = async (place: string): Promise<string[]> =>
    (await app.call('GET', `/photos?place=${encodeURIComponent(place)}`, { token: reader.token })).json.data.map(
      ({ id }: { id: string }) => id,
    );
  const [first, second] = [await post({ location_name: 'Ìbàdàn, Oyo' }), await post({ location_name: 'IBADAN Oyo' })];
  await post({ location_name: 'Ibadan' });
  await edit((await post({ location_name: 'Ibadan, Oyo' })).json.data.id, { location_name: '' });
  expect(await listed('ibadan oyo')).toEqual([second.json.data.id, first.json.data.id]);
  expect([await listed('Oyo'), await listed('—'), await listed('x'.repeat(100))]).toEqual([[], [], []]);
});

test('the composer offers the member’s own places, last used first, each once and as last written', async () => {
  const member = await addTestMember(app);
  for (const location_name of ['Ilorin', 'Offa', 'ÌLỌRIN', '—', '']) await post({ location_name }, member);
  const places = await app.call('GET', '/photos/places', { token: member.token });
  expect(places.json.data).toEqual(['ÌLỌRIN', 'Offa']);
  expect((await app.call('GET', '/photos/places', { token: reader.token })).json.data).toEqual([]);
  expect((await app.call('GET', '/photos/places', {})).status).toBe(401);
});

test('the word filters check the location', async () => {
  await setFilters({ entries: [{ text: 'Kpokiri', action: 'refuse' }] });
  const { id } = (await post({})).json.data;
  for (const { status, json } of [await post({ location_name: 'A kpokiri' }), await edit(id, { location_name: 'A kpokiri' })])
    expect([status, json.error_reasons?.location_name?.[0].reason]).toEqual([422, 'wordNotTaken']);
});

test('organisers see the location of reported and pending photos', async () => {
  const { id } = (await post({ location_name: 'Nri' })).json.data;
  await app.call('POST', '/reports', { token: reader.token, json: { subject_type: 'photo', subject_id: id, reason: 'spam' } });
  const [report] = (await app.call('GET', '/moderation/reports', { token: admin.token })).json.data;
  const { evidence } = (await app.call('GET', `/moderation/reports/${report.id}`, { token: admin.token })).json.data;
  expect(evidence).toMatchObject([{ details: ['Nri'] }]);

  await setFilters({ review_first: 1 });
  expect((await post({ description: 'A wall', location_name: 'Awka' }, await addTestMember(app))).status).toBe(202);
  expect((await queue()).data).toMatchObject([{ kind: 'photo', body: 'A wall\n\nAwka' }]);
});
