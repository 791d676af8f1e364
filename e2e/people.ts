import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { expect } from '@playwright/test';
import { headersOf, someoneNew, type Someone } from './posts.ts';

/** Nobody else's, and another one in each worker: a worker that starts after a failed test brings its own crowd. */
export const crowdSurname = randomSurname();
export const crowdName = `Òkàdá ${crowdSurname}`;
/** The same name as somebody types it who leaves out the marks. */
export const crowdSearch = `OKADA ${crowdSurname.toLowerCase()}`;
/** More than one page of members. */
export const crowdSize = 23;

let crowd: Promise<Someone[]> | undefined;

/** They register once for all specs of a worker: each registration hashes a password. */
export function bringCrowd(playwright: PlaywrightWorkerArgs['playwright']): Promise<Someone[]> {
  crowd ??= withRequest(playwright, async (request, dataFolder) => {
    const members: Someone[] = [];
    for (let number = 1; number <= crowdSize; number += 1) members.push(await someoneNew(request, dataFolder, `${crowdName} ${number}`));
    return members;
  });
  return crowd;
}

/** For what is prepared before the first test. */
export async function withRequest<Made>(
  playwright: PlaywrightWorkerArgs['playwright'],
  make: (request: APIRequestContext, dataFolder: string) => Promise<Made>,
): Promise<Made> {
  const request = await playwright.request.newContext({ baseURL: process.env['MBARI_E2E_URL'] ?? '' });
  try {
    return await make(request, process.env['MBARI_E2E_DATA'] ?? '');
  } finally {
    await request.dispose();
  }
}

export async function follow(request: APIRequestContext, who: Someone, whom: Someone): Promise<void> {
  const answer = await request.post(`/api/v1/users/${whom.id}/follow`, { headers: headersOf(who) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** What the server holds, whatever the page shows. */
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
