import type { Locator, Page } from '@playwright/test';
import { transfer } from '../composer.ts';
import { addCategory, postNumber } from '../forum.ts';
import { enterAs, makerAndVisitor, plainImage, type Someone } from '../posts.ts';
import { expect, test } from '../test.ts';

/** Mentions a member by the suggestion list, and pastes an image below. */
async function mentionAndPaste(page: Page, field: Locator, whom: Someone, image: { color: string; alt: string }): Promise<void> {
  const { username } = whom.member;
  await field.focus();
  await page.keyboard.type(`Look, @${username.slice(0, 6)}`);
  await expect(page.getByRole('option', { name: new RegExp(username) })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Look, @${username} `);
  const file = { name: 'cloth.jpg', mimeType: 'image/jpeg', buffer: await plainImage(image.color, 600, 400) };
  await transfer(page, 'textarea[name=body]', ['paste'], file);
  const dialog = page.getByRole('dialog', { name: 'Add images' });
  await dialog.getByLabel('Alt text for image 1').fill(image.alt);
  await dialog.getByRole('button', { name: 'Add to the text' }).click();
  await expect(dialog).toBeHidden();
}

const mentionOf = (within: Locator, { member }: Someone): Locator => within.getByRole('link', { name: `@${member.username}` });

test.describe('images and mentions in one post', () => {
  let maker: Someone;
  let visitor: Someone;
  let category: { id: string; slug: string };

  test.beforeAll(async ({ server }) => {
    ({ maker, visitor } = await makerAndVisitor(server.dataFolder));
    category = await addCategory(server.dataFolder, 'The Drying Lines');
  });

  test('a topic and a reply show images and mentions, and mentioned members are notified', async ({ page, browser }) => {
    await enterAs(page, visitor, `/forum/new?category=${category.id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Is this dry yet?');
    const body = page.getByRole('textbox', { name: 'Message' });
    await mentionAndPaste(page, body, maker, { color: '#1f2f7a', alt: 'A blue cloth on a line' });
    await page.getByRole('button', { name: 'Post topic' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this dry yet?');
    await expect(mentionOf(postNumber(page, 1), maker)).toBeVisible();
    await expect(postNumber(page, 1).getByRole('img', { name: 'A blue cloth on a line' })).toBeVisible();

    const other = await browser.newPage();
    await enterAs(other, maker, '/notifications');
    await other.getByRole('main').getByText(`${visitor.member.name} mentioned you in “Is this dry yet?”`).click();
    await expect(postNumber(other, 1).getByRole('img', { name: 'A blue cloth on a line' })).toBeVisible();
    await other.getByRole('button', { name: /^Reply to/ }).click();
    await mentionAndPaste(other, other.getByRole('textbox', { name: 'Your reply' }), visitor, { color: '#2f6b43', alt: 'A green cloth' });
    await other.keyboard.press('Control+Enter');
    await expect(mentionOf(postNumber(other, 2), visitor)).toBeVisible();
    await expect(postNumber(other, 2).getByRole('img', { name: 'A green cloth' })).toBeVisible();
    await other.close();
    await page.goto('/notifications');
    const row = page.getByRole('main').getByRole('listitem').first();
    await expect(row).toContainText(`${maker.member.name} mentioned you in “Is this dry yet?”`);
    await expect(row).toContainText('Look, @');

    await test.step('a notification opens the post', async () => {
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
      await page
        .getByRole('region', { name: 'Notifications' })
        .getByRole('button', { name: /mentioned you/ })
        .click();
      await expect(page).toHaveURL(/\/forum\/t\/[^/]+\/is-this-dry-yet\/2$/);
      await expect(postNumber(page, 2).getByRole('img', { name: 'A green cloth' })).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    });
  });
});
