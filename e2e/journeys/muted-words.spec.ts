import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory, begin, postNumber, reply } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, post } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

test('posts of others with a muted word are folded, and unfolded by keyboard', async ({ page, request, dataFolder }) => {
  const { maker, visitor } = await makerAndVisitor(dataFolder);
  const photo = await post(request, maker, { title: 'Three coils' });
  await post(request, maker, { title: 'Élection day' });
  const other = await post(request, maker, { title: 'Four coils' });
  const say = async (who: typeof maker, content: string, on = photo) =>
    expect((await request.post(`/api/v1/photos/${on}/comments`, { headers: headersOf(who), data: { content } })).status()).toBe(201);
  await say(maker, 'The ELECTION again');
  await say(maker, 'Such a fine glaze');
  await say(visitor, 'My own election');
  await say(maker, `@${visitor.member.username} an election, isn’t it`, other);
  const category = await addCategory(dataFolder, 'Muted Clays');
  const topic = await begin(request, maker, { category: category.id, title: 'Clay and election posters' });
  const { id: quoted } = await reply(request, maker, topic.id, 'One more election word.');
  await reply(request, maker, topic.id, `> [!quote ${quoted}]\n> One more election word.\n\nI see it otherwise.`);

  await test.step('words are added and removed in the settings by keyboard', async () => {
    await enterAs(page, visitor, '/settings');
    const section = page.getByRole('region', { name: 'Muted words' });
    await expect(section.getByText('You haven’t muted any words.')).toBeVisible();
    const field = section.getByLabel('Word or phrase');
    await field.fill('rain');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await field.fill('election');
    await page.keyboard.press('Enter');
    await tabTo(page, section.getByRole('button', { name: 'Remove rain' }));
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(section.getByText('rain', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasted(page, 'Settings saved successfully')).toBeVisible();
  });

  await test.step('the feed hides photos', async () => {
    await page.goto('/feed');
    await expect(page.getByRole('heading', { name: 'Three coils' })).toBeVisible();
    await expect(page.getByText('Élection day')).toBeHidden();
  });

  await test.step('arrow keys in a post skip them', async () => {
    await page.getByRole('link', { name: 'Four coils' }).last().click();
    await expect(page.getByRole('heading', { name: 'Four coils', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Next photo' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Three coils', level: 1 })).toBeVisible();
    await page.goBack();
  });

  await test.step('comments are folded, except the viewer’s own', async () => {
    await page.goto(`/post/${photo}`);
    const comments = page.getByRole('region', { name: 'Comments' });
    await expect(comments.getByText('My own election')).toBeVisible();
    await expect(comments.getByText('Such a fine glaze')).toBeVisible();
    await expect(comments.getByText('The ELECTION again')).toBeHidden();
    await expectNoSeriousProblem(page);
    await comments.getByRole('button', { name: 'Show', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(comments.getByText('The ELECTION again')).toBeVisible();
    await expect(comments.getByRole('article').filter({ hasText: 'The ELECTION again' })).toBeFocused();
  });

  await test.step('forum topics and posts are folded', async () => {
    await page.goto(`/forum/c/${category.slug}`);
    await expect(page.getByText('This topic’s title contains a word you muted.')).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const link = page.getByRole('link', { name: 'Clay and election posters' });
    await expect(link).toBeFocused();
    await link.click();
    await expect(postNumber(page, 2).getByText('This post contains a word you muted.')).toBeVisible();
    await postNumber(page, 2).getByRole('button', { name: 'Show', exact: true }).click();
    await expect(postNumber(page, 2).getByText('One more election word.')).toBeVisible();
  });

  await test.step('a quote is folded like its post', async () => {
    const post = postNumber(page, 3);
    await expect(post.getByText('I see it otherwise.')).toBeVisible();
    await expect(post.getByText('This quote contains a word you muted.')).toBeVisible();
    await expect(post.getByText('One more election word.')).toBeHidden();
    await post.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(post.getByText('One more election word.')).toBeVisible();
  });

  await test.step('a notification hides the text and opens the post', async () => {
    await page.goto('/notifications');
    const row = page.getByRole('button', { name: /mentioned you in a comment/ });
    await expect(row).toContainText('This comment contains a word you muted.');
    await expect(page.getByText('election, isn’t it')).toBeHidden();
    await row.click();
    await expect(page).toHaveURL(new RegExp(`/post/${other}`));
  });
});
