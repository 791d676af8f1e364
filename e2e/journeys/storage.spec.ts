import * as sentences from '@mbari/contract/platform/sentences';
import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { choose, photo } from '../composer.ts';
import { withDatabase } from '../database.ts';
import { headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { signIn } from '../settings.ts';
import { expect, test } from '../test.ts';

/** Sets the stored size of the member's images. */
async function use(dataFolder: string, { id }: Someone, gigabytes: number): Promise<void> {
  await withDatabase({ dataFolder }, (db) =>
    db.query('update images set bytes = $2 where member_id = $1 and deleted_at is null', [id, Math.round(gigabytes * 1024 ** 3)]),
  );
}

const settings = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' });

test('a member sees the used storage, cannot post once it is full, and can post after deleting a post', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const someone = await someoneNew(dataFolder, 'Ebele Nwosu');
  const room = page.getByRole('region', { name: 'Storage' });
  await signIn(page, someone.member);
  await settings(page).click();
  await expect(room.getByText('You have used none of your 5 GB.')).toBeVisible();

  const id = await post(request, someone, { title: 'The large one' });
  await use(dataFolder, someone, 1.2);
  await page.reload();
  await expect(room.getByRole('meter', { name: 'You have used 1.2 GB of 5 GB.' })).toBeVisible();
  await use(dataFolder, someone, 5);
  await page.reload();
  await expect(room.getByText('Your storage is full, so you cannot add photos.')).toBeVisible();
  await expectNoSeriousProblem(page);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click();
  await page.getByRole('button', { name: 'Upload' }).click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await choose(composer, [await photo('cloth.jpg', 800, 600)]);
  await composer.getByLabel('Title').fill('One more cloth');
  await composer.getByLabel('Alt text for image 1').fill('A blue cloth');
  await test.step('a full disk of the server shows a message and keeps the draft', async () => {
    // Response of a server whose disk is full. `world/full-disk.spec.ts` tests a real full disk.
    const full = { message: sentences.storageFull, code: 'storage_full', request_id: 'test' };
    await page.route('**/api/v1/photos', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 507, json: full }) : route.fallback(),
    );
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Open draft' }).click();
    await expect(composer.getByRole('alert')).toHaveText(`${sentences.uploadFailed}. ${sentences.storageFull}`);
    await expect(composer.getByLabel('Title')).toHaveValue('One more cloth');
    await page.unroute('**/api/v1/photos');
  });
  await composer.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Open draft' }).click();
  await expect(composer.getByText(sentences.quotaExceeded).first()).toBeVisible();
  await expect(composer.getByLabel('Title')).toHaveValue('One more cloth');

  expect((await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(someone) })).ok()).toBe(true);
  await composer.getByRole('button', { name: 'Try again' }).click();
  await expect(composer).toBeHidden();
  await expect(page.getByText('One more cloth').first()).toBeVisible();
  forgiveRefusals(complaints);
});
