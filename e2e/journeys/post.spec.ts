import { enterAs, makerAndVisitor, post, someoneNew, threeImages, type Someone } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('a post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('a post with several images is paged by keys, arrows and dots, and its alt text can be read', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'Three walls', images: threeImages });
    await enterAs(page, visitor, `/post/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Three walls' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'A red wall' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('region', { name: 'Image 2 of 3' }).getByRole('img', { name: 'A blue cloth' })).toBeVisible();
    await expect(page.getByText('2 of 3', { exact: true })).toBeAttached();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('img', { name: 'A red wall' })).toBeVisible();
    await page.getByRole('button', { name: 'Next image' }).click();
    await page.getByRole('button', { name: 'Image 3', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Image 3', exact: true })).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'ALT: description of the image' }).click();
    await expect(page.getByText('A green door', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('A green door', { exact: true })).toBeHidden();
    await page.getByLabel('Your comment').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('img', { name: 'A green door' })).toBeVisible();
  });

  test('a post that cannot be loaded shows an error and can be retried', async ({ page, request, complaints }) => {
    const id = await post(request, maker, { title: 'At the second try' });
    await breakServer(page, `/photos/${id}`);
    await enterAs(page, visitor, `/post/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Failed to fetch photo' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'At the second try' })).toBeVisible();
    forgiveRefusals(complaints);
  });

  test(
    'a photo is zoomed and closed by keyboard alone, and the largest image loads only on zoom',
    { tag: '@main' },
    async ({ page, request }) => {
      const id = await post(request, maker, { title: 'Near', images: threeImages });
      const asked: string[] = [];
      page.on('request', (one) => asked.push(one.url()));
      await page.setViewportSize({ width: 400, height: 800 });
      await enterAs(page, visitor, `/post/${id}`);
      await expect(page.getByRole('img', { name: 'A red wall' })).toBeVisible();
      expect(asked.filter((url) => url.includes('/1200.'))).toEqual([]);
      const opener = page.getByRole('button', { name: 'Full size' });
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      const zoom = page.getByRole('dialog', { name: 'Near, full size' });
      await expect(zoom).toBeVisible();
      await expect.poll(() => zoom.locator('picture img').evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/1200.');
      const scale = () => zoom.locator('.zoom-photo').evaluate((box) => new DOMMatrix(getComputedStyle(box).transform).a);
      await page.keyboard.press('z');
      await expect.poll(scale).toBeGreaterThan(1.9);
      await page.keyboard.press('0');
      await expect.poll(scale).toBe(1);
      await page.keyboard.press('+');
      await expect.poll(scale).toBeCloseTo(1.5);
      await page.keyboard.press('-');
      await page.keyboard.press('ArrowRight');
      await expect(zoom.getByText('2 of 3')).toBeVisible();
      await page.mouse.move(200, 400);
      await page.mouse.wheel(0, -400);
      await expect.poll(scale).toBeGreaterThan(1.5);
      await page.mouse.click(200, 400);
      await expect.poll(scale).toBe(1);
      await page.keyboard.press('Escape');
      await expect(zoom).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page.getByRole('img', { name: 'A blue cloth' })).toBeVisible();
    },
  );

  test('a member follows and unfollows the author from a post', async ({ page, browser, request, dataFolder }) => {
    const [someone, fan] = [await someoneNew(dataFolder, 'Ngozi Maker'), await someoneNew(dataFolder, 'Tobi Fan')];
    const id = await post(request, someone, { title: 'Followed from here' });
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, fan, `/post/${id}`);
    const main = page.getByRole('main');
    const followed = answerTo(page, 'POST', /\/follow$/);
    await main.getByRole('button', { name: 'Follow Ngozi Maker' }).click();
    await followed;
    await expect(main.getByRole('button', { name: /Ngozi Maker/, pressed: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.reload();
    const following = main.getByRole('button', { name: /Ngozi Maker/, pressed: true });
    const unfollowed = answerTo(page, 'DELETE', /\/follow$/);
    await following.click();
    await unfollowed;
    await expect(main.getByRole('button', { name: 'Follow Ngozi Maker' })).toBeVisible();
    const theirs = await browser.newPage();
    await enterAs(theirs, someone, `/post/${id}`);
    await expect(theirs.getByLabel('Your comment')).toBeVisible();
    await expect(theirs.getByRole('main').getByRole('button', { name: /^Follow/ })).toHaveCount(0);
    await theirs.close();
  });

  test('a post shows who liked it', async ({ page, request, complaints }) => {
    const id = await post(request, maker, { title: 'Liked' });
    await enterAs(page, visitor, `/post/${id}`);
    const likes = page.getByRole('button', { name: /Who liked this/ });
    await likes.click();
    const dialog = page.getByRole('dialog', { name: 'Liked by' });
    await expect(dialog.getByText('Nobody has liked this yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await expect(page.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(likes).toContainText('1');
    await likes.click();
    await expect(dialog.getByText(`@${visitor.member.username}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(likes).toBeFocused();
    await page.route(`**/api/v1/photos/${id}/likes*`, (route) =>
      route.fulfill({ status: 422, json: { message: 'No', code: 'validation' } }),
    );
    await likes.click();
    await expect(dialog.getByText('Who liked this could not be loaded.')).toBeVisible();
    forgiveRefusals(complaints);
  });

  test('a post links to its neighbours in the list it was opened from', async ({ page, request }) => {
    const name = `Walk ${visitor.member.username}`;
    // Alternates authors, because the feed stacks consecutive posts of one author.
    for (const number of [1, 2, 3]) await post(request, number === 2 ? visitor : maker, { title: `${name} ${number}` });
    await enterAs(page, visitor, '/feed');
    const heading = (number: number) => page.getByRole('heading', { level: 1, name: `${name} ${number}` });
    await page
      .getByRole('article')
      .filter({ hasText: `${name} 2` })
      .getByRole('link')
      .first()
      .click();
    await expect(heading(2)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Photos' })).toContainText(/^\d+ of \d+ in Latest$/);
    await page.keyboard.press('j');
    await expect(heading(1)).toBeVisible();
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect(heading(3)).toBeVisible();
    await page.getByRole('link', { name: 'Next photo' }).click();
    await expect(heading(2)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Next photo' })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/feed$/);
    await page.goto(`/post/${await post(request, maker, { title: 'Alone' })}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Alone' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Photos' })).toBeHidden();
  });

  test('a post opened from Discover or Trending links to its neighbours there', async ({ page, request }) => {
    const word = `Ìrìn${visitor.member.username.replace(/\W/g, '')}`;
    for (const number of [1, 2, 3]) await post(request, maker, { title: `${word} ${number}` });
    const heading = (number: number) => page.getByRole('heading', { level: 1, name: `${word} ${number}` });
    const open = (number: number) =>
      page
        .getByRole('article')
        .filter({ hasText: `${word} ${number}` })
        .getByRole('link')
        .first()
        .click();
    await enterAs(page, visitor, `/discover?q=${word}`);
    await open(3);
    await expect(heading(3)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Photos' })).toContainText(/^1 of 3/);
    await page.keyboard.press('j');
    await expect(heading(2)).toBeVisible();
    await page.keyboard.press('j');
    await expect(heading(1)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/discover\?q=/);

    await page.goto('/feed?tab=trending');
    const second = page.getByRole('article').nth(1);
    const title = await second.getByRole('heading').first().textContent();
    await page.getByRole('article').first().getByRole('link').first().click();
    await expect(page.getByRole('navigation', { name: 'Photos' })).toContainText(/^1 of \d+ in Trending$/);
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  });

  test('a member copies a post’s link and reports the post; a dialog lists the shortcuts', async ({ page, context, request, baseURL }) => {
    const id = await post(request, maker, { title: 'Passed on' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await enterAs(page, visitor, `/post/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Passed on' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Show the photo in full size')).toBeVisible();
    await page.keyboard.press('l');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'false');

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/post/${id}`);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const report = page.getByRole('dialog', { name: 'Report this photo' });
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect(report.getByText('Choose one of the reasons listed.')).toBeVisible();
    await report.getByLabel('Someone else’s work').check();
    await report.getByLabel(/^Anything else/).fill('I painted this wall in 2019.');
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    await expect(report).toBeHidden();
  });

  test('a post is shared with other apps where the browser supports it', async ({ page, request, baseURL }) => {
    const id = await post(request, maker, { title: 'Handed on' });
    await page.addInitScript(() => {
      Object.assign(globalThis, { handed: null });
      Object.defineProperty(navigator, 'share', {
        value: (data: ShareData) => {
          Object.assign(globalThis, { handed: data });
          return Promise.resolve();
        },
      });
    });
    await enterAs(page, visitor, `/post/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Handed on' })).toBeVisible();
    await page.keyboard.press('s');
    expect(await page.evaluate(() => (globalThis as { handed?: unknown }).handed)).toMatchObject({
      title: 'Handed on',
      url: `${baseURL}/post/${id}`,
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('a post on a phone is paged by swipes, zoomed by a tap and liked by a double tap', async ({ page, request }) => {
      const id = await post(request, maker, { title: 'In the hand', images: threeImages });
      await enterAs(page, visitor, `/post/${id}`);
      const viewer = page.getByRole('region', { name: /^Image/ });
      await expect(viewer.getByRole('img', { name: 'A red wall' })).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const touch = await page.context().newCDPSession(page);
      const stroke = async (from: number, to: number) => {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y: 200 }] });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y: 200 }] });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      };
      await page.touchscreen.tap(180, 160);
      const zoom = page.getByRole('dialog', { name: 'In the hand, full size' });
      await expect(zoom).toBeVisible();
      await stroke(300, 60);
      await expect(zoom.getByText('2 of 3')).toBeVisible();
      await zoom.getByRole('button', { name: 'Close' }).tap();
      await expect(zoom).toBeHidden();

      const like = page.getByRole('button', { name: 'Like', exact: true });
      await expect(like).toHaveAttribute('aria-pressed', 'false');
      await page.touchscreen.tap(180, 160);
      await page.touchscreen.tap(180, 160);
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expect(zoom).toBeHidden();

      // This swipe must not navigate back.
      await stroke(60, 300);
      await expect(viewer.getByRole('img', { name: 'A red wall' })).toBeVisible();
      await stroke(300, 60);
      await expect(viewer.getByRole('img', { name: 'A blue cloth' })).toBeVisible();
    });
  });
});
