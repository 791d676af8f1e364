import { addCategory, addManyReplies, begin, postNumber, reply } from '../forum.ts';
import { newMember } from '../members.ts';
import { comeIn } from '../onboarding.ts';
import { photoFromCamera } from '../pictures.ts';
import { enterAs, makerAndVisitor, post, type Someone, threeImages } from '../posts.ts';
import { expect, testIn } from './test.ts';
import { wordsIn } from './words-in.ts';

const test = testIn('en,ar,fr');
test.use({ locale: 'ar' });

test.describe('where one reads from right to left', () => {
  let maker: Someone;
  let visitor: Someone;
  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('the left arrow leads on, through tabs, images and a topic', async ({ page, request, dataFolder }) => {
    const topic = await begin(request, maker, { category: (await addCategory(dataFolder, 'Vats')).id, title: 'Long' });
    await addManyReplies(dataFolder, maker, topic.id, 20);
    const id = await post(request, maker, { title: 'Three', images: threeImages });
    await enterAs(page, visitor, '/settings');
    const tab = (at: number) => page.getByRole('tab').nth(at);
    await tab(0).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tab(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(tab(0)).toHaveAttribute('aria-selected', 'true');

    await page.goto(`/post/${id}`);
    const words = await wordsIn('ar', 'photo-page');
    const viewer = page.locator('.viewer');
    await expect(viewer).toHaveAccessibleName(words.imageOf({ position: 1, count: 3 }));
    await page.keyboard.press('ArrowLeft');
    await expect(viewer).toHaveAccessibleName(words.imageOf({ position: 2, count: 3 }));
    await page.keyboard.press('z');
    const zoom = page.getByRole('dialog');
    await page.keyboard.press('ArrowLeft');
    await expect(zoom.getByText(words.positionOf({ position: 3, count: 3 }))).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(zoom.getByText(words.positionOf({ position: 2, count: 3 }))).toBeVisible();

    await page.goto(`/forum/t/${topic.id}/${topic.slug}/5`);
    const rail = page.getByRole('slider', { name: (await wordsIn('ar', 'topic-reading')).position });
    await expect(rail).toHaveAttribute('aria-valuenow', '5');
    await rail.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(rail).toHaveAttribute('aria-valuenow', '6');
  });

  test('what points, points on, and what is Latin begins where the lines do', async ({ page }) => {
    await enterAs(page, maker, '/search?q=indigo');
    const field = page.locator('.search-field-input');
    await expect(field).toHaveCSS('direction', 'ltr');
    await expect(field).toHaveCSS('text-align', 'right');
    await page.setViewportSize({ width: 360, height: 740 });
    const back = page.locator('.search-page-back svg');
    await expect(back).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
    await expect(back).toHaveCSS('scale', 'none');
    await page.goto('/settings?tab=security');
    const password = page.locator('input[name=current_password]');
    await expect(password).toHaveCSS('direction', 'ltr');
    await expect(password).toHaveCSS('text-align', 'end');
    await page.goto(`/user/${visitor.member.username}`);
    await expect(page.locator('.profile-name')).toHaveCSS('letter-spacing', 'normal');
  });

  test('a reply that begins with a name runs as its words do', async ({ page, request, dataFolder }) => {
    const topic = await begin(request, maker, { category: (await addCategory(dataFolder, 'Names')).id, title: 'كيف؟' });
    await reply(request, visitor, topic.id, `@${maker.member.username} أنا أستعمل الجير.\n\n- واحد\n- two.`);
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}/2`);
    const text = postNumber(page, 2).locator('.markdown');
    const runs = (part: string) =>
      text
        .locator(part)
        .first()
        .evaluate((element) => element.matches(':dir(rtl)'));
    await expect(text.locator('a.mention')).toHaveAttribute('dir', 'ltr');
    expect(await runs('p')).toBe(true);
    await expect(text.locator('li').nth(1)).toHaveCSS('unicode-bidi', 'plaintext');
  });

  test('an avatar is cropped as the photo lies', async ({ page, request, dataFolder }) => {
    await comeIn(page, request, dataFolder, newMember('Zz'));
    const words = await wordsIn('ar', 'onboarding');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photoFromCamera() });
    const dialog = page.getByRole('dialog', { name: words.positionPhoto });
    await dialog.getByRole('button', { name: words.larger }).click();
    const zoomed = dialog.getByRole('slider', { name: words.zoom });
    await expect(zoomed).not.toHaveValue('1');
    await dialog.getByRole('application', { name: words.photo }).focus();
    for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText(words.across({ part: words.percent({ share: 0 }) }))).toBeAttached();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('a stroke to the right brings the next image, and nothing is wider than the window', async ({ page, request }) => {
      const id = await post(request, maker, { title: 'In the hand #indigo', images: threeImages });
      await enterAs(page, visitor, `/post/${id}`);
      const words = await wordsIn('ar', 'photo-page');
      const viewer = page.locator('.viewer');
      await expect(viewer.getByRole('img', { name: 'A red wall' })).toBeVisible();
      const touch = await page.context().newCDPSession(page);
      for (const [type, x] of [
        ['touchStart', 60],
        ['touchMove', 300],
        ['touchEnd', null],
      ] as const)
        await touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === null ? [] : [{ x, y: 200 }] });
      await expect(viewer).toHaveAccessibleName(words.imageOf({ position: 2, count: 3 }));
      for (const address of [
        '/feed',
        '/discover',
        '/forum',
        '/profile',
        '/notifications',
        '/settings?tab=security',
        '/users',
        '/saved',
        '/tag/indigo',
      ]) {
        await page.goto(address);
        await page.locator('h1').first().waitFor();
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: address }).toBe(360);
      }
    });
  });
});
