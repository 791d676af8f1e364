import { addCategory, addManyReplies, begin, postNumber, reply } from '../forum.ts';
import { photoFromCamera } from '../image-files.ts';
import { newMember } from '../members.ts';
import { comeIn } from '../onboarding.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew, threeImages } from '../posts.ts';
import { expect, test } from './test.ts';
import { wordsIn } from './words-in.ts';

test.use({ locale: 'ar' });

test.describe('right-to-left layout', () => {
  let maker: Someone;
  let visitor: Someone;
  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('the left arrow key goes forward through tabs, images and a topic', async ({ page, request, dataFolder }) => {
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
    const rail = page.getByRole('slider', { name: (await wordsIn('ar', 'forum-post-pages')).position });
    await expect(rail).toHaveAttribute('aria-valuenow', '5');
    await rail.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(rail).toHaveAttribute('aria-valuenow', '6');
  });

  test('arrows point forward, and Latin text begins at the start of the line', async ({ page }) => {
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

  test('a reply that begins with a mention has the direction of its text', async ({ page, request, dataFolder }) => {
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

  test('reported posts have the direction of their text, and the hint of a muted category isolates its name', async ({
    page,
    request,
    dataFolder,
  }) => {
    const moderator = await someoneNew(dataFolder, 'Hind', { role: 'moderator' });
    const category = await addCategory(dataFolder, 'Muted vats');
    const topic = await begin(request, maker, { category: category.id, title: 'لماذا؟' });
    const { id } = await reply(request, visitor, topic.id, `@${maker.member.username} اشتر من متجري.`);
    const data = { subject_type: 'forum_post', subject_id: id, reason: 'spam' };
    expect((await request.post('/api/v1/reports', { headers: headersOf(maker), data })).ok()).toBe(true);
    await request.post(`/api/v1/forum/categories/${category.id}/mute`, { headers: headersOf(moderator) });
    await enterAs(page, moderator, '/moderation');
    const about = page.locator('.queue-about > span').filter({ hasText: 'اشتر من متجري.' });
    await expect.poll(() => about.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    await page.goto(`/forum/c/${category.slug}`);
    const hint = page.locator('.forum-head > p');
    await expect(hint).toContainText('مكتومة');
    await expect(hint).toHaveCSS('direction', 'rtl');
    await expect(hint.locator('bdi')).toHaveCSS('unicode-bidi', 'isolate');
  });

  test('the @ stands left of a username, counts run left to right, and the password meter right to left', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'ثلاث', images: threeImages });
    const comment = await request.post(`/api/v1/photos/${id}/comments`, { headers: headersOf(maker), data: { content: 'أهلًا' } });
    expect(comment.ok()).toBe(true);
    await enterAs(page, visitor, `/user/${maker.member.username}`);
    await expect(page.locator('.wall-several [dir]').first()).toHaveCSS('direction', 'ltr');
    await page.goto(`/post/${id}`);
    const words = await wordsIn('ar', 'comments');
    await page.getByRole('button', { name: words.replyTo({ author: maker.member.name }) }).click();
    const to = page.getByText(words.replyingTo({ name: maker.member.username }));
    const [sign, name] = await to.evaluate((element) => {
      const text = element.firstChild!;
      const at = text.textContent!.indexOf('@');
      const leftOf = (from: number, until: number) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, until);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(at, at + 1), leftOf(at + 1, text.textContent!.length)] as const;
    });
    expect(sign).toBeLessThan(name);
    await page.goto('/settings?tab=security');
    // The first of the password meter’s four strokes is on the right.
    await expect(page.locator('svg > path[transform]').first()).toHaveAttribute('transform', 'translate(324)');
  });

  test('arrow keys crop an avatar in the photo’s direction, not the text’s', async ({ page, request, dataFolder }) => {
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

  test('a guest on a narrow phone with doubled text size reads the name of the community', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets = [sheet];
    });
    await page.goto(`/user/${maker.member.username}`);
    const brand = page.locator('.header .brand');
    await expect(brand).toContainText('Mbari');
    await expect.poll(() => brand.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  });

  test('in a low window the language menu is below the form and covers none of it', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/register');
    const [content, languages] = [page.locator('.painted-content'), page.locator('.painted-footer nav').last()];
    await expect(languages).toContainText('Français');
    const end = async (): Promise<number> => {
      const [above, below] = [await content.boundingBox(), await languages.boundingBox()];
      return below!.y - (above!.y + above!.height);
    };
    await expect.poll(end).toBeGreaterThanOrEqual(0);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('a swipe to the right shows the next image, and nothing is wider than the window', async ({ page, request }) => {
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
