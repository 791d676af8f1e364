import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Page, request as newRequest } from '@playwright/test';
import { headersOf, plainImage, type Someone, someoneNew } from './posts.ts';
import type { RunningServer } from './server.ts';

/** Unique per worker, because a worker that starts after a failed test creates its own crowd. */
export const crowdSurname = randomSurname();
const crowdName = `Òkàdá ${crowdSurname}`;
/** `crowdName` without diacritics, as a searcher may type it. */
export const crowdSearch = `OKADA ${crowdSurname.toLowerCase()}`;
/** More than one page of members. */
export const crowdSize = 23;

let crowd: Promise<Someone[]> | undefined;

/** Creates the crowd once for all specs of a worker. */
export const bringCrowd = (dataFolder: string): Promise<Someone[]> => (crowd ??= addCrowd(dataFolder));

async function addCrowd(dataFolder: string): Promise<Someone[]> {
  const members: Someone[] = [];
  for (let number = 1; number <= crowdSize; number += 1) members.push(await someoneNew(dataFolder, `${crowdName} ${number}`));
  return members;
}

/** Calls `make` with an API client, for fixtures before the first test. */
export async function withRequest<Made>({ url }: RunningServer, make: (request: APIRequestContext) => Promise<Made>): Promise<Made> {
  const api = await newRequest.newContext({ baseURL: url });
  try {
    return await make(api);
  } finally {
    await api.dispose();
  }
}

export async function follow(request: APIRequestContext, who: Someone, whom: Someone): Promise<void> {
  const answer = await request.post(`/api/v1/users/${whom.id}/follow`, { headers: headersOf(who) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Reads the follow from the server, independent of the page. */
export async function follows(request: APIRequestContext, who: Someone, whom: Someone): Promise<boolean> {
  const answer = await request.get(`/api/v1/users/${whom.member.username}`, { headers: headersOf(who) });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: { is_following: boolean } }).data.is_following;
}

function randomSurname(): string {
  const letters = Array.from(randomBytes(6), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  return `Nw${letters}`;
}

export const card = (page: Page, { member }: Someone) => page.getByRole('article', { name: member.name, exact: true });

/** Posts one photo in a category by the API and returns the post's id. */
export async function share(
  request: APIRequestContext,
  maker: Someone,
  title: string,
  category: string,
  color = '#1f2f7a',
): Promise<string> {
  const answer = await request.post('/api/v1/photos', {
    headers: headersOf(maker),
    multipart: { title, category, 'images[0]': { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainImage(color) } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Chooses an item of the menu on the member's own profile. */
export async function chooseOnProfile(page: Page, item: 'Customise' | 'View as…' | 'Copy link'): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export const showDetails = (page: Page): Promise<void> => page.getByRole('button', { name: 'More', exact: true }).click();
