import { enterAs, makerAndVisitor, post, type Someone } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('who sees a post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('a post that its author narrows while another member reads it is gone for that member at the next request', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    const id = await post(request, maker, { title: 'Before the wedding' });
    await enterAs(page, visitor, `/post/${id}`);
    const image = await page.getByRole('main').getByRole('img').first().getAttribute('src');
    const mine = await browser.newPage();
    await enterAs(mine, maker, `/post/${id}`);
    await mine.getByRole('button', { name: 'More', exact: true }).click();
    await mine.getByRole('menuitem', { name: 'Edit' }).click();
    await mine.getByRole('combobox', { name: 'Who sees it' }).selectOption('Only me');
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(mine.getByRole('dialog')).toBeHidden();
    await expect(mine.getByRole('main').getByText('Only you see this')).toBeVisible();

    await expect(page.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible();
    await page.goto(`/user/${maker.member.username}`);
    await expect(page.getByRole('heading', { level: 1, name: maker.member.name })).toBeVisible();
    await expect(page.getByText('Before the wedding')).toBeHidden();
    expect((await request.get(image!)).status()).toBe(404);

    await mine.getByRole('button', { name: 'More', exact: true }).click();
    await mine.getByRole('menuitem', { name: 'Edit' }).click();
    await mine.getByRole('combobox', { name: 'Who sees it' }).selectOption('Everyone');
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(mine.getByRole('main').getByText('Only you see this')).toBeHidden();
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('heading', { name: 'Before the wedding' })).toBeVisible();
    await mine.close();
    forgiveRefusals(complaints);
  });
});
