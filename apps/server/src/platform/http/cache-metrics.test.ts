import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';

const token = 'a-token-for-the-metrics';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ METRICS_TOKEN: token })));
afterAll(() => app.close());

async function figures(kind: string): Promise<Record<string, number>> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const matches = (await answer.text()).matchAll(new RegExp(String.raw`^mbari_cache_${kind}\{cache="(\w+)"\} (\S+)$`, 'gm'));
  return Object.fromEntries([...matches].map(([, name, figure]) => [name, Number(figure)]));
}

test('each cache reports its size and limit', async () => {
  const [author, reader] = [await addTestMember(app), await addTestMember(app)];
  const post = await addTestPhoto(app, author);
  await app.call('POST', `/photos/${post.id}/like`, { token: reader.token });
  await app.call('GET', '/photos', { token: reader.token });
  const [entries, most, bytes, mostBytes] = [
    await figures('entries'),
    await figures('entries_limit'),
    await figures('bytes'),
    await figures('bytes_limit'),
  ];
  expect(entries).toMatchObject({ lists: 1, viewer_parts: 1, pages: 1, viewer_states: 1 });
  expect(bytes['lists']).toBeGreaterThan(100);
  expect(bytes['posts']).toBeGreaterThan(100);
  expect(Object.keys(entries).toSorted()).toEqual(Object.keys({ ...most, ...mostBytes }).toSorted());
  for (const [name, size] of Object.entries(entries)) expect(size, name).toBeLessThanOrEqual(most[name]!);
  for (const [name, size] of Object.entries(bytes)) expect(size, name).toBeLessThanOrEqual(mostBytes[name]!);
});
