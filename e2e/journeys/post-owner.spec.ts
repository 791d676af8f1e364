import { enterAs, makerAndVisitor, plainImage, post, threeImages, type Someone } from '../posts.ts';
import { dropLine, forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('a member’s own post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('an owner edits a post, and every copy of it changes', async ({ page, request, complaints }) => {
    const title = `Before ${maker.member.username}`;
    const id = await post(request, maker, { title, images: threeImages });
    await enterAs(page, maker, '/feed');
    await page.getByRole('article').filter({ hasText: title }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Edit photo' });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await expect(dialog.getByLabel('Title')).toHaveValue(title);

    await test.step('a title is required, and three images are the maximum', async () => {
      await dialog.getByLabel('Title').fill('  ');
      await save.click();
      await expect(dialog.getByText('Give it a title.')).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Add an image' })).toBeHidden();
    });
    await test.step('a failed save keeps the changes', async () => {
      await dropLine(page, `/photos/${id}/update`);
      await dialog.getByLabel('Title').fill('After');
      await save.click();
      await expect(page.getByText('Failed to update photo')).toBeVisible();
      await expect(dialog.getByLabel('Title')).toHaveValue('After');
      await page.unroute(`**/api/v1/photos/${id}/update`);
    });
    await test.step('a cancelled save is not sent again', async () => {
      let sent = 0;
      await page.route(`**/api/v1/photos/${id}/update`, () => void (sent += 1));
      await save.click();
      await expect.poll(() => sent).toBe(1);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(save).toBeFocused();
      await expect(dialog.getByRole('progressbar')).toBeHidden();
      await page.unroute(`**/api/v1/photos/${id}/update`);
      expect(sent).toBe(1);
    });
    await test.step('images are moved, removed and described', async () => {
      await dialog.getByRole('button', { name: 'Remove image 2' }).click();
      await dialog.getByRole('button', { name: 'Move image 2 earlier' }).click();
      await dialog.getByLabel('Alt text: describe the image').first().fill('The green door, open');
      await dialog.getByLabel(/^Caption/).fill('Painted over.');
      await save.click();
      await expect(page.getByText('Photo updated successfully')).toBeVisible();
      await expect(dialog).toBeHidden();
    });
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
    await expect(page.getByText('Painted over.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Image 1 of 2' }).getByRole('img', { name: 'The green door, open' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('article').filter({ hasText: 'After' }).first()).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
    forgiveRefusals(complaints);
  });

  test('a free member’s post accepts no second image, and shows the reason', async ({ page, request }) => {
    const id = await post(request, visitor, { title: 'One wall' });
    await enterAs(page, visitor, `/post/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit photo' });
    await dialog.getByLabel('Title').fill('One wall, and words');
    const file = { name: 'more.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#3b2a24') };
    await dialog.getByLabel('Images').setInputFiles(file);
    await expect(dialog.getByText('Upgrade to premium to upload up to 3 images per post!')).toBeVisible();
    await expect(dialog.getByLabel('Title')).toHaveValue('One wall, and words');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  test('an owner deletes a post, which disappears from the list it was opened from; other members cannot delete it', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    const title = `Going ${maker.member.username}`;
    const id = await post(request, maker, { title });
    const other = await browser.newPage();
    // Blocks events, so that the page learns of the change only by its next request.
    await other.route('**/api/v1/events*', (route) => route.abort());
    await enterAs(other, visitor, `/post/${id}`);
    await other.getByRole('button', { name: 'More', exact: true }).click();
    await expect(other.getByRole('menuitem', { name: 'Report' })).toBeVisible();
    for (const name of ['Edit', 'Delete']) await expect(other.getByRole('menuitem', { name })).toBeHidden();
    await other.keyboard.press('Escape');
    await expect(other.getByRole('button', { name: 'More', exact: true })).toBeFocused();

    await enterAs(page, maker, '/feed');
    await page.getByRole('article').filter({ hasText: title }).getByRole('link').first().click();
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeHidden();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('dialog', { name: 'Delete photo' });
    await expect(asked.getByText('Are you sure you want to delete this photo? This action cannot be undone.')).toBeVisible();
    await dropLine(page, `/photos/${id}`);
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete photo. Please try again.')).toBeVisible();
    await page.unroute(`**/api/v1/photos/${id}`);
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/feed$/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();

    await test.step('another member’s page learns of it with the next action', async () => {
      await other.getByRole('button', { name: 'Like', exact: true }).click();
      await expect(other.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible();
      await other.close();
    });
    forgiveRefusals(complaints);
  });
});
