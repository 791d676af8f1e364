import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UnreadableImage } from '../../platform/images/images.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { photoFile } from '../../testing/image-files.ts';
import { setMember } from '../../testing/posts.ts';

let app: TestApp;
let free: TestMember;
let paid: TestMember;
let jpeg: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  jpeg = await photoFile(700, 400);
});
beforeEach(async () => {
  free = await addTestMember(app);
  paid = await addTestMember(app, { plan_name: 'Premium', plan_ends_at: new Date(Date.now() + 1e8) });
});
afterAll(() => app.close());

interface Given {
  files?: (Buffer | string)[];
  [field: string]: unknown;
}

function formOf({ files = [jpeg], ...fields }: Given): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Masquerade at dusk', ...fields })) if (value !== undefined) form.append(name, value);
  files.forEach((file, index) =>
    form.append(`images[${index}]`, new Blob([new Uint8Array(Buffer.from(file))], { type: 'image/jpeg' }), 'a.jpg'),
  );
  return form;
}

const post = (member: TestMember | undefined, { key, ...given }: Given & { key?: string } = {}, node = app): Promise<TestAnswer> =>
  node.call('POST', '/photos', {
    token: member?.token,
    form: formOf(given),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

async function storedImages(): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of app.context.store.list(new Date(Date.now() + 60_000))) ids.push(...some);
  return ids.toSorted();
}
const rowImages = async (): Promise<string[]> =>
  (await app.db.pool.query('select id from images order by id::text')).rows.map(({ id }) => id as string);
const countOf = async ({ id }: TestMember) =>
  (
    await app.db.pool.query(
      'select photos_count, (select count(*)::int from photos where member_id = m.id) as posts from members m where id = $1',
      [id],
    )
  ).rows[0];

async function expectNothing(member: TestMember): Promise<void> {
  expect(await countOf(member)).toEqual({ photos_count: 0, posts: 0 });
  expect(await storedImages()).toEqual(await rowImages());
}

test('the response to a new post has its texts, images and permissions', async () => {
  const { status, json } = await post(free, { description: 'On the square', category: 'dance', 'alt[0]': 'Two dancers' });
  expect(status).toBe(201);
  expect(json.message).toBe('Photo uploaded successfully!');
  expect(json.data).toMatchObject({
    title: 'Masquerade at dusk',
    description: 'On the square',
    category: 'Dance',
    user: { id: free.id },
    likes_count: 0,
    images: [{ width: 700, height: 400, alt: 'Two dancers', color: expect.stringMatching(/^#/) }],
    viewer: { may_edit: true },
  });
  for (const address of json.data.images[0].srcset.webp.split(', ').map((item: string) => item.split(' ')[0])) {
    const response = await fetch(app.url + address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  expect((await app.call('GET', `/photos/${json.data.id}`, { token: paid.token })).json.data.title).toBe('Masquerade at dusk');
  expect(await countOf(free)).toEqual({ photos_count: 1, posts: 1 });
});

test('only paid members restrict a new post', async () => {
  for (const audience of ['followers', 'me']) {
    const { status, json } = await post(free, { audience });
    expect([status, json.code, json.errors]).toEqual([403, 'upgrade_required', { audience: [sentences.upgradeForPostVisibility] }]);
    expect((await post(paid, { audience })).json.data.audience).toBe(audience);
  }
  for (const audience of ['', 'public']) expect((await post(free, { audience })).status).toBe(201);
  expect(await storedImages()).toEqual(await rowImages());
});

test('the receipt of a post lists received, served and removed data', async () => {
  const { json } = await post(free);
  const [image] = json.data.images;
  expect(json.receipt).toEqual([
    {
      image_id: image.id,
      received: { format: 'jpeg', width: 700, height: 400, bytes: jpeg.length },
      served: expect.any(Array),
      removed: ['location', 'camera', 'author', 'other'],
    },
  ]);
  const sizes = await Promise.all(
    json.receipt[0].served.map(async ({ width, format }: { width: number; format: string }) => {
      const response = await fetch(`${app.url}/media/${image.id}/${width}.${format}`);
      return { format, width, bytes: (await response.arrayBuffer()).byteLength };
    }),
  );
  expect(json.receipt[0].served).toEqual(sizes);
  expect(sizes.map(({ width, format }) => `${width}.${format}`)).toEqual(
    [320, 640, 700].flatMap((item) => [`${item}.webp`, `${item}.jpeg`]),
  );
});

test.each(['Dance', 'dANCE', 'dance', '019aa000-0000-7000-8000-000000000002', ' Dance '])(
  'the category “%s” is accepted',
  async (category) => {
    expect((await post(free, { category })).json.data.category).toBe('Dance');
  },
);

test('category, description and alternative text are optional', async () => {
  expect((await post(free, { category: '', description: '' })).json.data).toMatchObject({
    category: null,
    description: null,
    images: [{ alt: '' }],
  });
});

test('an unknown category is rejected at its field', async () => {
  const { status, json } = await post(free, { category: 'Astrology' });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['category']]);
  await expectNothing(free);
});

test('a title and an image are required', async () => {
  for (const input of [{ title: undefined }, { title: '  ' }, { files: [] }, { title: '', files: [] }]) {
    const { status, json } = await post(free, input);
    expect({ status, message: json.message }).toEqual({ status: 422, message: 'Please complete all required fields.' });
  }
  await expectNothing(free);
});

test('text in an image field does not count as an image', async () => {
  for (const name of ['images', 'images[0]']) {
    const form = new FormData();
    form.set('title', 'No picture');
    form.set(name, 'a.jpg');
    const { status, json } = await app.call('POST', '/photos', { token: free.token, form });
    expect([status, json.errors]).toEqual([422, { images: ['Please complete all required fields.'] }]);
  }
  await expectNothing(free);
});

test('texts that are too long are rejected at their fields', async () => {
  const { status, json } = await post(free, { title: 'x'.repeat(256), description: 'y'.repeat(1001), 'alt[0]': 'z'.repeat(1001) });
  expect(status).toBe(422);
  expect(Object.keys(json.errors).toSorted()).toEqual(['alt.0', 'description', 'title']);
  await expectNothing(free);
  expect((await post(free, { title: 'é'.repeat(255), description: '🥁'.repeat(1000) })).status).toBe(201);
});

test('a free member cannot post two images and is told to upgrade', async () => {
  const { status, json } = await post(free, { files: [jpeg, jpeg] });
  expect({ status, code: json.code, message: json.message }).toEqual({
    status: 403,
    code: 'upgrade_required',
    message: sentences.upgradeForImages,
  });
  await expectNothing(free);
});

test('a paid member posts three images in the order of their numbers, each with its own text', async () => {
  const form = new FormData();
  form.append('title', 'Three');
  const sizes = [320, 330, 340];
  for (const index of [2, 0, 1]) {
    form.append(`images[${index}]`, new Blob([new Uint8Array(await photoFile(sizes[index], 100))]), 'a');
    form.append(`alt[${index}]`, `number ${index}`);
  }
  const { status, json } = await app.call('POST', '/photos', { token: paid.token, form });
  expect(status).toBe(201);
  expect(json.data.images.map(({ width, alt }: { width: number; alt: string }) => [width, alt])).toEqual(
    sizes.map((size, index) => [size, `number ${index}`]),
  );
});

test('a paid member cannot post four images, nor two after the plan expired', async () => {
  const { status, json } = await post(paid, { files: [jpeg, jpeg, jpeg, jpeg] });
  expect({ status, message: json.message }).toEqual({ status: 422, message: 'You can only upload up to 3 images' });
  const lapsed = await addTestMember(app, { plan_name: 'Premium', plan_ends_at: new Date(Date.now() - 1000) });
  expect((await post(lapsed, { files: [jpeg, jpeg] })).json.code).toBe('upgrade_required');
});

test('a file that is not an image rejects the whole post', async () => {
  const { status, json } = await post(paid, { files: [jpeg, '<svg xmlns="http://www.w3.org/2000/svg"/>'] });
  expect({ status, message: json.message, errors: json.errors }).toEqual({
    status: 422,
    message: 'Please select image files only',
    errors: { images: ['Please select image files only'] },
  });
  await expectNothing(paid);
});

test('members without permission cannot post', async () => {
  expect((await post(undefined)).status).toBe(401);
  const unverified = await addTestMember(app, { email_verified_at: null });
  expect((await post(unverified)).json.code).toBe('email_unverified');
  const fresh = await addTestMember(app, { bio: null });
  expect((await post(fresh)).json.code).toBe('onboarding_required');
  const suspended = await addTestMember(app, { suspended_at: new Date() });
  expect((await post(suspended)).status).toBe(401);
});

test('repeating an idempotency key returns the same post', async () => {
  const first = await post(free, { key: 'upload-1' });
  const secondResponse = await post(free, { key: 'upload-1' });
  expect([first.status, secondResponse.status]).toEqual([201, 201]);
  expect(secondResponse.json).toEqual({ ...first.json, receipt: null });
  expect(await countOf(free)).toEqual({ photos_count: 1, posts: 1 });
  const otherResponse = await post(paid, { key: 'upload-1' });
  expect(otherResponse.json.data.id).not.toBe(first.json.data.id);
});

test('ten concurrent copies of an upload create one post and no orphan files', { tags: ['world'] }, async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(free, { key: 'at-once' })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
  expect(await countOf(free)).toEqual({ photos_count: 1, posts: 1 });
  expect(await storedImages()).toEqual(await rowImages());
});

test('twenty posts, each sent twice concurrently, create twenty posts', { tags: ['world'] }, async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `post-${n}`);
  const small = await photoFile(40, 40);
  // Retries with the same key while the server is busy, like the app.
  const send = async (key: string): Promise<TestAnswer> => {
    const answer = await post(free, { key, title: key, files: [small] });
    return answer.status === 503 ? send(key) : answer;
  };
  const answers = await Promise.all(keys.flatMap((key) => [send(key), send(key)]));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  for (const [index, key] of keys.entries()) {
    const [response, otherResponse] = answers.slice(index * 2, index * 2 + 2);
    expect([response!.json.data.id, response!.json.data.title]).toEqual([otherResponse!.json.data.id, key]);
    expect([response!.json.receipt, otherResponse!.json.receipt].filter((receipt) => receipt === null)).toHaveLength(1);
  }
  expect(await countOf(free)).toEqual({ photos_count: 20, posts: 20 });
  expect(await storedImages()).toEqual(await rowImages());
});

test('repeating the key of a deleted post does not restore it', async () => {
  const { json } = await post(free, { key: 'gone' });
  await app.db.pool.query('update photos set deleted_at = now() where id = $1', [json.data.id]);
  expect((await post(free, { key: 'gone' })).status).toBe(404);
});

test('an idempotency key is limited to short, printable text', async () => {
  for (const key of ['x'.repeat(65), 'a b', '']) expect((await post(free, { key })).status, key).toBe(422);
  expect((await post(free, { key: 'x'.repeat(64) })).status).toBe(201);
});

test.each(['suspended_at', 'closed_at'])(
  'a post whose author gets %s while it uploads is refused with 401 and stores nothing',
  async (column) => {
    const { images } = app.context;
    const slow = await startTestApp(
      {},
      {
        images: {
          ...images,
          encode: async (input) => {
            await setMember(app, free, { [column]: new Date() });
            return images.encode(input);
          },
        },
      },
      { beside: app },
    );
    expect(await post(free, {}, slow)).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
    await expectNothing(free);
    await slow.close();
  },
);

test('a failed post leaves no rows and no orphan files', async () => {
  const { images, store } = app.context;
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const failures: [Partial<TestApp['context']>, number][] = [
    [{ images: { ...images, encode: () => Promise.reject(new UnreadableImage('too hard', 'test')) } }, 422],
    [{ images: { ...images, encode: () => Promise.reject(full) } }, 507],
    [{ store: { ...store, draft: () => Promise.reject(full) } }, 507],
    [{ store: { ...store, keep: () => Promise.reject(full) } }, 507],
    [{ store: { ...store, keep: () => Promise.reject(new Error('broken')) } }, 500],
  ];
  for (const [parts, expected] of failures) {
    const node = await startTestApp({}, parts, { beside: app });
    expect((await post(free, {}, node)).status).toBe(expected);
    await expectNothing(free);
    await node.close();
  }
});

test('members can upload thirty times in half an hour', { tags: ['world'] }, async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.1' }, {}, { beside: app });
  const small = await photoFile(40, 40);
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await post(paid, { files: [small] }, strict)).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
  await strict.close();
});
