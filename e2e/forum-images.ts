import { type APIRequestContext, expect } from '@playwright/test';
import { headersOf, plainImage, type Someone } from './posts.ts';

export async function uploadImage(
  request: APIRequestContext,
  member: Someone,
  { color, alt }: { color: string; alt: string },
): Promise<string> {
  const answer = await request.post('/api/v1/forum/images', {
    headers: headersOf(member),
    multipart: { alt, image: { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainImage(color, 1200, 800) } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Starts a topic about a photo by the API. */
export async function beginAbout(
  request: APIRequestContext,
  author: Someone,
  topic: { category: string; title: string; body: string; photo: string },
): Promise<{ id: string; slug: string }> {
  const answer = await request.post('/api/v1/forum/topics', {
    headers: headersOf(author),
    data: { category_id: topic.category, title: topic.title, body: topic.body, photo_id: topic.photo },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string; slug: string } }).data;
}

export async function setPostVisibility(request: APIRequestContext, member: Someone, to: 'public' | 'followers'): Promise<void> {
  const path = '/api/v1/me/forum-settings';
  const read = await request.get(path, { headers: headersOf(member) });
  const { data } = (await read.json()) as { data: Record<string, unknown> };
  const answer = await request.put(path, { headers: headersOf(member), data: { ...data, post_visibility: to } });
  expect(answer.status(), await answer.text()).toBe(200);
}
