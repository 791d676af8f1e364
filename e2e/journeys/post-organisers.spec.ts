import { enterAs, headersOf, makerAndVisitor, post, someoneNew, type Someone } from '../posts.ts';
import { answerTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('reported comments and photos', () => {
  let maker: Someone;
  let visitor: Someone;
  let organiser: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    organiser = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test('a comment is reported by a reader and deleted by an organiser', async ({ page, browser, request }) => {
    const id = await post(request, maker, { title: 'Argued about' });
    const said = await request.post(`/api/v1/photos/${id}/comments`, {
      headers: headersOf(maker),
      data: { content: 'Buy followers here' },
    });
    expect(said.status()).toBe(201);
    await enterAs(page, visitor, `/post/${id}`);
    const acts = page.getByRole('button', { name: `More about ${maker.member.name}’s comment` });
    await acts.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete comment' })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Report comment' }).click();
    const report = page.getByRole('dialog', { name: 'Report this comment' });
    await report.getByLabel(/^Spam/).check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    await expect(acts).toBeFocused();

    const desk = await browser.newPage();
    await enterAs(desk, organiser, `/post/${id}`);
    await desk.getByRole('button', { name: `More about ${maker.member.name}’s comment` }).click();
    await desk.getByRole('menuitem', { name: 'Delete comment' }).click();
    await desk.getByRole('dialog').getByText('Delete this comment?').waitFor();
    const kept = answerTo(desk, 'DELETE', /\/comments\//);
    await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(desk.getByText('No comments yet')).toBeVisible();
    await kept;
    await desk.close();
    await page.reload();
    await expect(page.getByText('No comments yet')).toBeVisible();
  });

  test('an organiser deletes another member’s photo, but cannot edit it', async ({ page, browser, request }) => {
    const title = `Not for here ${maker.member.username}`;
    const id = await post(request, maker, { title });
    await enterAs(page, organiser, `/post/${id}`);
    // Waits for the comments, which would return 404 after the deletion.
    await expect(page.getByText('No comments yet')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Photo deleted successfully')).toBeVisible();
    const owner = await browser.newPage();
    await enterAs(owner, maker, `/post/${id}`);
    await expect(owner.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible();
    await owner.close();
  });
});
