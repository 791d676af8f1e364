import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { bringIn, newMember, type NewMember } from './members.ts';

export interface Someone {
  member: NewMember;
  token: string;
  id: string;
}

export const headersOf = ({ token }: Pick<Someone, 'token'>) => ({ authorization: `Bearer ${token}` });

export async function someoneNew(
  where: Parameters<typeof bringIn>[0],
  name: string,
  columns: Parameters<typeof bringIn>[2] = {},
): Promise<Someone> {
  const member = newMember(name);
  return { member, ...(await bringIn(where, member, columns)) };
}

export const threeImages = [
  { color: '#a33c1e', alt: 'A red wall' },
  { color: '#1f2f7a', alt: 'A blue cloth' },
  { color: '#2f6b43', alt: 'A green door' },
];

/** Creates a member who may post three images, and a viewer. */
export async function makerAndVisitor(dataFolder: string): Promise<{ maker: Someone; visitor: Someone }> {
  const maker = await someoneNew(dataFolder, 'Adéyẹmí Ọlá', { plan: 'Premium' });
  return { maker, visitor: await someoneNew(dataFolder, 'Hauwa Bello') };
}

/** Creates an image of one color, by which tests identify it. */
export const plainImage = (color: string, width = 1200, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

interface NewPost {
  title: string;
  description?: string;
  location_name?: string;
  publish_at?: string;
  images?: readonly { color: string; alt: string }[];
}

/** Posts by the API and returns the post's id. */
export async function post(
  request: APIRequestContext,
  maker: Someone,
  { title, description, location_name, publish_at, images }: NewPost,
): Promise<string> {
  const multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> = {
    title,
    ...(description !== undefined && { description }),
    ...(location_name !== undefined && { location_name }),
    ...(publish_at !== undefined && { publish_at }),
  };
  for (const [index, { color, alt }] of (images ?? [{ color: '#a33c1e', alt: '' }]).entries()) {
    multipart[`alt[${index}]`] = alt;
    multipart[`images[${index}]`] = { name: `${index}.jpg`, mimeType: 'image/jpeg', buffer: await plainImage(color) };
  }
  const answer = await request.post('/api/v1/photos', { headers: headersOf(maker), multipart });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Opens a page with a session, without the login form and the splash screen. */
export async function enterAs(page: Page, { token }: Pick<Someone, 'token'>, at: string): Promise<void> {
  await page.addInitScript((given) => {
    // Frames of other origins have no storage.
    if (origin === 'null' || sessionStorage.getItem('mbari_welcomed') !== null) return;
    sessionStorage.setItem('mbari_welcomed', '1');
    localStorage.setItem('auth_token', given);
  }, token);
  await page.goto(at);
  await page.locator('h1').first().waitFor();
}
