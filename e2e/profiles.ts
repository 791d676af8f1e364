import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { headersOf, plainImage, type Someone } from './posts.ts';

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
