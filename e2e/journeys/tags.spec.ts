import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

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
