import type { Locator, Page } from '@playwright/test';
import { transfer } from '../composer.ts';
import { addCategory, begin, beginAbout, postNumber, reply, setPostVisibility, uploadImage } from '../forum.ts';
import { enterAs, makerAndVisitor, plainImage, post, type Someone } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('photos in the forum', () => {
  let maker: Someone;
  let visitor: Someone;
  let category: { id: string; slug: string };

  test.beforeAll(async ({ server }) => {
    ({ maker, visitor } = await makerAndVisitor(server.dataFolder));
    category = await addCategory(server.dataFolder, 'The Weaving Room');
  });

  test('a topic started from a photo’s page is listed on that page, and shows the photo, also in lists', async ({ page, request }) => {
    const photo = await post(request, maker, { title: 'The red wall', images: [{ color: '#a33c1e', alt: 'A wall of red earth' }] });
    await enterAs(page, visitor, `/post/${photo}`);
    const about = page.getByRole('region', { name: 'In the forum' });
    await about.getByRole('link', { name: 'Discuss in the forum' }).click();
    await expect(page).toHaveURL(`/forum/new?photo=${photo}`);
    await expect(page.getByRole('img', { name: 'A wall of red earth' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'The Weaving Room' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Which earth is this?');
    await page.locator('textarea[name=body]').fill('It glows.');
    await page.getByRole('button', { name: 'Post topic' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which earth is this?');
    await page.getByRole('link', { name: 'A wall of red earth' }).click();
    await expect(page).toHaveURL(`/post/${photo}`);
    await about.getByRole('link', { name: 'Which earth is this?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which earth is this?');
    await page.goto(`/forum/c/${category.slug}`);
    const row = page.getByRole('listitem').filter({ hasText: 'Which earth is this?' });
    await expect(row.locator('img.topic-thumbnail')).toBeVisible();
  });

  test('an image of a forum post opens in full size by keyboard, and closing it returns the focus', async ({ page, request }) => {
    const id = await uploadImage(request, maker, { color: '#1f2f7a', alt: 'A vat of indigo' });
    const topic = await begin(request, maker, { category: category.id, title: 'A slow vat', body: `Look: ![](photo:${id})` });
    await enterAs(page, visitor, `/forum/t/${topic.id}/x`);
    const image = page.getByRole('link', { name: 'A vat of indigo' });
    await expect(image.getByRole('img')).toBeVisible();
    await expect.poll(() => image.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await tabTo(page, image);
    await page.keyboard.press('Enter');
    const zoom = page.getByRole('dialog', { name: 'A vat of indigo, full size' });
    await expect(zoom).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zoom).toBeHidden();
    await expect(image).toBeFocused();
  });

  test('the gallery of a topic shows its images with credit and alt text, and has its own address', async ({ page, request }) => {
    const topic = await begin(request, maker, { category: category.id, title: 'Bring your cloth', body: 'Show it.' });
    const [first, second] = [
      await uploadImage(request, maker, { color: '#2f6b43', alt: 'A green cloth' }),
      await uploadImage(request, visitor, { color: '#a33c1e', alt: 'A red cloth' }),
    ];
    await reply(request, maker, topic.id, `![](photo:${first})`);
    await reply(request, visitor, topic.id, `![](photo:${second})`);
    await enterAs(page, visitor, `/forum/t/${topic.id}/x/1`);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL(/tab=gallery/);
    await page.reload();
    const images = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Full size/ }) });
    await expect(images).toHaveCount(2);
    await expect(images.nth(0)).toContainText('A green cloth');
    await expect(images.nth(1)).toContainText(visitor.member.name);
    await page.getByRole('button', { name: 'Full size: A green cloth' }).click();
    const zoom = page.getByRole('dialog', { name: 'Bring your cloth, full size' });
    await expect(zoom.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(zoom.getByText('2 of 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await images.nth(1).getByRole('link', { name: 'in post 3' }).click();
    await expect(page.getByRole('article', { name: /3/ })).toBeInViewport();
  });

  test('a photo restricted to followers disappears from a topic on the next load', async ({ page, request }) => {
    const photo = await post(request, maker, { title: 'The green door', images: [{ color: '#2f6b43', alt: 'A green door' }] });
    const topic = await beginAbout(request, maker, { category: category.id, title: 'A door', body: `![](photo:${photo})`, photo });
    await enterAs(page, visitor, `/forum/t/${topic.id}/x`);
    await expect(page.getByRole('img', { name: 'A green door' })).toHaveCount(2);
    await setPostVisibility(request, maker, 'followers');
    await page.reload();
    await expect(page.getByText('This photo is not available')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A green door' })).toHaveCount(0);
    await setPostVisibility(request, maker, 'public');
  });

  test('a pasted image and the member’s photo are described and shown in a reply', async ({ page, request }) => {
    await post(request, visitor, { title: 'The blue cloth', images: [{ color: '#1f2f7a', alt: 'A blue cloth' }] });
    const topic = await begin(request, maker, { category: category.id, title: 'Show your cloth', body: 'Please.' });
    await enterAs(page, visitor, `/forum/t/${topic.id}/x/1`);
    await page.getByRole('button', { name: /^Reply to/ }).click();
    const field = page.getByRole('textbox', { name: 'Your reply' });
    await field.fill('Mine: ');
    await transfer(page, 'textarea[name=body]', ['paste'], {
      name: 'loom.jpg',
      mimeType: 'image/jpeg',
      buffer: await plainImage('#2f6b43', 600, 400),
    });
    const dialog = page.getByRole('dialog', { name: 'Add images' });
    await dialog.getByLabel('Alt text for image 1').fill('A green loom');
    await dialog.getByRole('button', { name: 'Add to the text' }).click();
    await expect(dialog).toBeHidden();
    await expect(field).toHaveValue(/^Mine: !\[A green loom\]\(photo:[0-9a-f-]{36}\)$/);
    await page.getByRole('button', { name: 'Add images' }).click();
    await dialog.getByRole('tab', { name: 'From my photos' }).click();
    await dialog.getByRole('radio', { name: 'Choose The blue cloth' }).check({ force: true });
    await expect(dialog.getByLabel('Alt text: describe the image')).toHaveValue('A blue cloth');
    await dialog.getByRole('button', { name: 'Add to the text' }).click();
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    const reply = page.getByRole('article', { name: /post 2/ });
    await expect(reply.getByRole('img', { name: 'A green loom' })).toBeVisible();
    await expect(reply.getByRole('img', { name: 'A blue cloth' })).toBeVisible();
  });
});

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
