import { setTimeout as wait } from 'node:timers/promises';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { newId } from '../apps/server/src/platform/ids.ts';
import { withDatabase } from './database.ts';
import { headersOf, plainImage, type Someone } from './posts.ts';

/** Id of the default category. */
export const welcome = '019ab000-0000-7000-8000-000000000001';

/** Inserts a forum category directly into the database, because only admins can add one. */
export async function addCategory(dataFolder: string, name: string, position = 1): Promise<{ id: string; slug: string }> {
  const id = newId();
  const slug = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${id.slice(-6)}`;
  await withDatabase({ dataFolder }, (db) =>
    db.query('insert into forum_categories (id, name, slug, description, color, position) values ($1, $2, $3, $4, $5, $6)', [
      id,
      name,
      slug,
      'Making, tools, mistakes',
      '#a33c1e',
      position,
    ]),
  );
  return { id, slug };
}

export interface MadeTopic {
  id: string;
  slug: string;
  title: string;
}

/** Retries a 503 after the time in Retry-After, as any client does. */
async function postWithPatience(request: APIRequestContext, path: string, options: { headers: Record<string, string>; data: object }) {
  for (let tries = 1; ; tries += 1) {
    const answer = await request.post(path, options);
    if (answer.status() !== 503 || tries === 5) return answer;
    await wait(Number(answer.headers()['retry-after'] ?? 1) * 1000);
  }
}

/** Starts a topic by the API. */
export async function begin(
  request: APIRequestContext,
  author: Someone,
  topic: {
    category: string;
    title: string;
    body?: string;
    poll?: { question?: string; choices: string[]; several?: boolean; closes_at?: string };
  },
): Promise<MadeTopic> {
  const { category, title, body = 'What holds for you, and what do you lose by it?', poll } = topic;
  const answer = await postWithPatience(request, '/api/v1/forum/topics', {
    headers: headersOf(author),
    data: { category_id: category, title, body, ...(poll && { poll }) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, slug } = ((await answer.json()) as { data: MadeTopic }).data;
  return { id, slug, title };
}

/** Replies by the API. */
export async function reply(
  request: APIRequestContext,
  author: Someone,
  topicId: string,
  body: string,
  replyTo?: string,
): Promise<{ id: string; number: number }> {
  const answer = await postWithPatience(request, `/api/v1/forum/topics/${topicId}/posts`, {
    headers: headersOf(author),
    data: { body, ...(replyTo !== undefined && { reply_to: replyTo }) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string; number: number } }).data;
}

/** Inserts replies of one member directly into the database, one minute apart. */
export async function addManyReplies(dataFolder: string, author: Someone, topicId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId());
  await withDatabase({ dataFolder }, async (db) => {
    await db.query(
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, created_at)
       select n.id, $2, t.last_number + n.place, $3, text, '<p>' || text || '</p>', 1, text, now() - make_interval(mins => $4::int - n.place::int)
         from forum_topics t, unnest($1::uuid[]) with ordinality as n(id, place),
              lateral (select 'This is reply ' || (t.last_number + n.place) || '. ' || repeat('Láfún, sieved twice, and a spoon of copper sulphate. ', 1 + (n.place::int * 7) % 9) as text) as words
        where t.id = $2`,
      [ids, topicId, author.id, count],
    );
    await db.query(
      `update forum_topics set last_number = last_number + $2, posts_count = posts_count + $2, others_count = others_count + $2, latest_post_id = $3
        where id = $1`,
      [topicId, count, ids.at(-1)],
    );
  });
}

/** Reads a member's unread count of a topic from the server. */
export async function unreadIn(
  request: APIRequestContext,
  who: Someone,
  topicId: string,
): Promise<{ unread: number; first: number | null }> {
  const answer = await request.get(`/api/v1/forum/topics/${topicId}`, { headers: headersOf(who) });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: { unread_posts_count: number; first_unread: number | null } };
  return { unread: data.unread_posts_count, first: data.first_unread };
}

export const postNumber = (page: Page, number: number): Locator => page.locator(`.topic-post[data-number="${number}"]`);
export const positionSlider = (page: Page): Locator => page.getByRole('slider', { name: 'Position in the topic' });

/** Returns the distance of a post's top from the bottom of the header. */
export const heightOf = (post: Locator): Promise<number> =>
  post.evaluate((element) => {
    const covered = [...document.querySelectorAll('.header, .topic-bar')]
      // On a phone, the topic bar replaces the hidden header.
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    return Math.round(element.getBoundingClientRect().top - covered) || 0;
  });

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
