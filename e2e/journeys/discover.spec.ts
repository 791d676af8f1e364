import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { bringIn, newMember, skipSplash } from '../members.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('discover', () => {
  /** Returns a word unique to this test's posts, because other tests post to the same feed. */
  const ownWord = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

  async function post(
    request: APIRequestContext,
    token: string,
    fields: { title: string; description?: string; category?: string },
  ): Promise<string> {
    const hue = [...fields.title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const background = { r: hue % 200, g: (hue * 7) % 200, b: (hue * 13) % 200 };
    const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const answer = await request.post('/api/v1/photos', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { ...fields, 'images[0]': { name: 'a.jpg', mimeType: 'image/jpeg', buffer } },
    });
    expect(answer.status()).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    return data.id;
  }

  /** Restores a session as if the member had signed in here before. */
  async function comeAs(page: Page, token: string): Promise<void> {
    await page.addInitScript((kept) => {
      sessionStorage.setItem('mbari_welcomed', 'yes');
      localStorage.setItem('auth_token', kept);
    }, token);
  }

  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search photos' });
  const found = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true });
  const count = (page: Page) => page.getByRole('main').getByRole('status');
  const category = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}\\b`) });
  const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  test('a member finds photos by the start of a word and by category, and returns to the same position', async ({
    page,
    request,
    dataFolder,
  }) => {
    const word = ownWord();
    const { token } = await bringIn(dataFolder, newMember('Fọlákẹ́ Adéọlá'));
    await post(request, token, { title: `Ọ̀ṣun cloth ${word}`, category: 'textile' });
    for (let index = 0; index < 13; index += 1) await post(request, token, { title: `Drummer ${index} ${word}`, category: 'music' });
    await comeAs(page, token);

    await test.step('from the header', async () => {
      await page.goto('/feed');
      await skipSplash(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).first().click();
      await expect(page).toHaveTitle(/^Discover · /);
      await expect(page.getByRole('heading', { name: 'Trending Now' })).toBeVisible();
      await expect(category(page, 'All')).toHaveAttribute('aria-current', 'page');
    });
    await test.step('results are found while typing, ignore case and diacritics, and are counted', async () => {
      await page.keyboard.press('/');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(`osun ${word.toUpperCase()}`);
      await expect(count(page)).toHaveText('1 photo');
      await expect(found(page).getByRole('article')).toHaveCount(1);
      await expect(found(page).getByRole('article')).toContainText('Ọ̀ṣun cloth');
      await expect.poll(() => query(page)).toEqual({ q: `osun ${word.toUpperCase()}` });
      await expect(page.getByRole('heading', { name: 'Trending Now' })).toBeHidden();
      await tabTo(page, page.getByRole('button', { name: 'Clear' }));
      await page.keyboard.press('Enter');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(word.slice(0, -1));
      await expect(count(page)).toHaveText('14 photos');
      await expect.poll(() => query(page)).toEqual({ q: word.slice(0, -1) });
    });
    await test.step('a category narrows the results and shows their number', async () => {
      await expect(category(page, 'Music')).toContainText(/\d+ photos/);
      await tabTo(page, category(page, 'Music'));
      await page.keyboard.press('Enter');
      await expect(category(page, 'Music')).toBeFocused();
      await expect(count(page)).toHaveText('13 photos');
      await expect(category(page, 'Music')).toHaveAttribute('aria-current', 'page');
      await expect.poll(() => query(page)).toEqual({ q: word.slice(0, -1), category: 'music' });
    });
    await test.step('Back from a post far down restores the search and the position', async () => {
      const last = found(page).getByRole('article').last();
      // Items far from the viewport are not rendered.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(last).toHaveAttribute('aria-posinset', '13');
      await last.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(200);
      const title = await last.getByRole('heading').textContent();
      // Dispatches the click, because Playwright may scroll the page before a real one.
      await last.getByRole('heading').getByRole('link').dispatchEvent('click');
      await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
      await page.goBack();
      await expect(count(page)).toHaveText('13 photos');
      await expect(field(page)).toHaveValue(word.slice(0, -1));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
      // Typing adds no history entry; choosing a category does.
      await page.goBack();
      await expect(count(page)).toHaveText('14 photos');
      await expect.poll(() => query(page)).toEqual({ q: word.slice(0, -1) });
      await page.goBack();
      await expect(page).toHaveURL(/\/feed$/);
    });
    await test.step('a shared address finds the same results', async () => {
      await page.goto(`/discover?q=${word}&category=textile`);
      await expect(count(page)).toHaveText('1 photo');
      await expect(field(page)).toHaveValue(word);
      await expect(category(page, 'Textile')).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('link', { name: 'Atom feed' })).toHaveAttribute('href', '/category/textile/feed.atom');
      const feed = await request.get('/category/textile/feed.atom');
      expect([feed.status(), await feed.text()]).toEqual([200, expect.stringContaining(word)]);
    });
  });

  test('a search without results offers one next step', async ({ page, request, dataFolder }) => {
    const { token } = await bringIn(dataFolder, newMember('Halima Sani'));
    await post(request, token, { title: `Calabash ${ownWord()}` });
    await comeAs(page, token);
    const nothing = ownWord();
    await page.goto(`/discover?q=${nothing}`);
    await expect(page.getByRole('heading', { name: 'No Photos Found' })).toBeVisible();
    await expect(count(page)).toHaveText('No Photos Found');
    await expect(found(page)).toContainText(nothing);
    await page.getByRole('button', { name: 'Browse All Photos' }).click();
    await expect(found(page).getByRole('article').first()).toBeVisible();
    await expect(count(page)).toHaveText(/^\d+ photos?$/);
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await expect.poll(() => query(page)).toEqual({});
    // A number counts as a word.
    await page.goto('/discover?q=1961');
    await expect(field(page)).toHaveValue('1961');
  });

  test('a part that fails to load shows an error, and the rest works', async ({ page, request, dataFolder, complaints }) => {
    const { token } = await bringIn(dataFolder, newMember('Amina Yusuf'));
    const word = ownWord();
    await post(request, token, { title: `Indigo ${word}` });
    await comeAs(page, token);
    for (const path of ['/categories', '/photos/trending*', '/photos?*']) await breakServer(page, path);
    await page.goto('/discover');
    for (const words of ['Failed to fetch categories', 'Failed to fetch trending photos'])
      await expect(page.getByText(words)).toBeVisible();
    await page.goto(`/discover?q=${word}`);
    await expect(page.getByRole('heading', { name: 'Failed to fetch photos' })).toBeVisible();
    await expectNoSeriousProblem(page);
    await page.unrouteAll();
    await found(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(count(page)).toHaveText('1 photo');
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
    await expect(category(page, 'Film')).toBeVisible();
    forgiveRefusals(complaints);
  });

  test('Discover on a narrow phone opens from the bar, has one line of categories and does not scroll sideways', async ({
    page,
    request,
    dataFolder,
  }) => {
    const word = ownWord();
    const { token } = await bringIn(dataFolder, newMember('Kemi Ojo'));
    await post(request, token, { title: `Film still ${word}`, category: 'film' });
    await comeAs(page, token);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Discover' }).filter({ visible: true }).click();
    await expect(found(page).getByRole('article').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const words = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
    await expect(category(page, 'Film')).toBeAttached();
    expect(new Set(await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size).toBe(1);
    // The category is beyond the edge, so the page scrolls it into view.
    await page.goto(`/discover?q=${word}&category=film`);
    await expect(count(page)).toHaveText('1 photo');
    await expect(category(page, 'Film')).toBeInViewport({ ratio: 1 });
  });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const card = (page: Page, title: string) => page.getByRole('article', { name: title });

async function begin(request: APIRequestContext, { token }: Someone, title: string, body: string): Promise<string> {
  const headers = headersOf({ token });
  const { data } = await (await request.get('/api/v1/forum/categories', { headers })).json();
  const answer = await request.post('/api/v1/forum/topics', { headers, data: { category_id: data[0].id, title, body } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).data.id;
}

test.describe('tags', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('a tag in a caption opens its page, which shows another photo with it', async ({ page, request }) => {
    const first = await post(request, maker, { title: 'The bridge', description: `At #Èkó, by @${maker.member.username}.` });
    await post(request, maker, { title: 'The lagoon', description: '#eko again' });
    await enterAs(page, visitor, `/post/${first}`);
    await expect(page.getByRole('link', { name: `@${maker.member.username}` })).toHaveAttribute('href', `/user/${maker.member.username}`);
    await page.getByRole('link', { name: '#Èkó' }).click();
    await expect(heading(page, '#Èkó')).toBeVisible();
    await expect(page).toHaveTitle(/^#Èkó/);
    await expect(page.getByText('2 photos', { exact: true })).toBeVisible();
    await expect(card(page, 'The bridge')).toBeVisible();
    await card(page, 'The lagoon').getByRole('link', { name: 'The lagoon' }).first().click();
    await expect(heading(page, 'The lagoon')).toBeVisible();
    // The pager names the list from which the post was opened.
    await expect(page.getByText('1 of 2 in #Èkó')).toBeVisible();
  });

  test('the page of a tag has its photos and its topics, in tabs', async ({ page, request }) => {
    await post(request, maker, { title: 'Indigo cloth #adire' });
    const topic = await begin(request, maker, 'Which dye lasts?', 'Tell me about **#Àdìrẹ** and `#code`.');
    await enterAs(page, visitor, `/forum/t/${topic}`);
    await expect(page.getByText('#code')).toBeVisible();
    await expect(page.getByRole('link', { name: '#code' })).toHaveCount(0);
    await page.getByRole('link', { name: '#Àdìrẹ' }).click();
    await expect(heading(page, '#adire')).toBeVisible();
    await expect(card(page, 'Indigo cloth #adire')).toBeVisible();
    await page.getByRole('tab', { name: '1 photo' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: '1 topic' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: '1 topic' }).getByRole('link', { name: 'Which dye lasts?' })).toBeVisible();
    await expect(page).toHaveURL(/\?tab=topics$/);
  });

  test('the page of an unused tag says so, and a failed tag page can be retried', async ({ page, request, complaints }) => {
    await post(request, maker, { title: 'Woven cloth #kente' });
    await enterAs(page, visitor, '/tag/nothing_like_it');
    await expect(heading(page, 'No posts with this tag')).toBeVisible();
    await breakServer(page, '/tags/**');
    await page.goto('/tag/kente');
    await expect(heading(page, 'This tag could not be loaded')).toBeVisible({ timeout: 15_000 });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^1 photo/)).toBeVisible();
    forgiveRefusals(complaints);
  });

  test('tags are completed by keyboard in comments, the forum and the composer', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'Dancers', description: '#masquerade #Masks' });
    await enterAs(page, visitor, `/post/${id}`);
    const comment = page.getByRole('textbox', { name: 'Your comment' });
    const options = page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
    await comment.click();
    await comment.pressSequentially('What a #masq');
    await expect(options).toHaveText(['#masquerade']);
    await expectNoSeriousProblem(page);
    await page.keyboard.press('Enter');
    await expect(comment).toHaveValue('What a #masquerade ');
    const said = answerTo(page, 'POST', /\/comments$/);
    await page.keyboard.press('Control+Enter');
    await said;
    await expect(page.getByRole('listitem').getByRole('link', { name: '#masquerade' })).toHaveAttribute('href', '/tag/masquerade');

    await test.step('in the forum', async () => {
      await page.goto('/forum/new');
      const body = page.locator('textarea[name=body]');
      await body.click();
      await body.pressSequentially('#mas');
      await expect(options).toHaveCount(2);
      await page.keyboard.press('ArrowDown');
      const second = await options.nth(1).textContent();
      await page.keyboard.press('Tab');
      await expect(body).toHaveValue(`${second} `);
    });

    await test.step('in the composer, where Escape closes the list alone', async () => {
      await page.goto('/feed');
      await page.locator('.feed-upload').click();
      const caption = page.getByRole('dialog').locator('textarea[name=description]');
      await caption.click();
      await caption.pressSequentially('#mas');
      await expect(options).toHaveCount(2);
      await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
      await expect(caption).toBeFocused();
      await caption.pressSequentially('k');
      await page.keyboard.press('Control+A');
      await caption.pressSequentially('#masq');
      await expect(options).toHaveText(['#masquerade']);
      await page.keyboard.press('Enter');
      await expect(caption).toHaveValue('#masquerade ');
    });
  });

  test('captions are shown as text, and their links pass on no reputation', { tag: '@main' }, async ({ page, request }) => {
    const hostile = [
      '<img src=x onerror="document.title=\'hacked\'">',
      '<script>document.title = "hacked"</script>',
      'javascript:document.title=1',
      '[x](javascript:alert(1))',
      'https://ada:secret@bank.example/',
      '"><svg onload=alert(1)> #a"onmouseover="alert(1)',
      'https://a.example/"onmouseover="alert(1)#x',
    ].join('\n');
    const id = await post(request, maker, { title: '<b>Bold</b> #<i>', description: hostile });
    await enterAs(page, visitor, `/post/${id}`);
    const story = page.locator('.post-story');
    await expect(story).toHaveText(hostile, { useInnerText: true });
    await expect(story.locator(':not(a)')).toHaveCount(0);
    await expect(story.getByRole('link')).toHaveText(['#a', 'https://a.example/']);
    const address = story.getByRole('link', { name: 'https://a.example/' });
    await expect(address).toHaveAttribute('href', 'https://a.example/');
    await expect(address).toHaveAttribute('rel', 'nofollow ugc noopener');
    expect(await page.title()).toContain('<b>Bold</b>');
  });
});
