import type { Locator, Page } from '@playwright/test';
import { addCategory, begin, reply } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, someoneNew, type Someone } from '../posts.ts';
import { answerTo, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

const organise = (page: Page): Locator => page.getByRole('button', { name: 'Manage this topic' });

async function choose(page: Page, item: string): Promise<void> {
  await organise(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.describe('forum moderation', () => {
  let asker: Someone;
  let reader: Someone;
  let organiser: Someone;
  let craft: { id: string; slug: string };
  let events: { id: string; slug: string };

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker: asker, visitor: reader } = await makerAndVisitor(dataFolder));
    organiser = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    craft = await addCategory(dataFolder, 'The Workshop', 1);
    events = await addCategory(dataFolder, 'Fairs and Markets', 2);
  });

  test('an organiser pins, locks, moves and deletes a topic, also by keyboard; a member sees none of these actions', async ({
    page,
    browser,
    request,
  }) => {
    const topic = await begin(request, asker, { category: craft.id, title: 'Where is the indigo market?' });
    await begin(request, asker, { category: craft.id, title: 'A newer question' });
    await enterAs(page, organiser, `/forum/t/${topic.id}/${topic.slug}`);
    await tabTo(page, organise(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Pin…' })).toBeFocused();
    await page.keyboard.press('Enter');
    const pin = page.getByRole('dialog', { name: 'Pin this topic' });
    await pin.getByLabel('Until the end of').fill('2099-12-31');
    await pin.getByRole('button', { name: 'Pin' }).click();
    await expect(page.getByText(/^Pinned until 31 December 2099|^Pinned until December 31, 2099|^Pinned until/)).toBeVisible();

    await choose(page, 'Lock');
    await expect(page.getByText('This topic is locked: only organisers can write in it.')).toBeVisible();
    await choose(page, 'Move to a category…');
    const move = page.getByRole('dialog', { name: 'Move this topic' });
    await move.getByLabel('Category').selectOption('Fairs and Markets');
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('Moved to Fairs and Markets')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Fairs and Markets' }).first()).toBeVisible();

    const visitor = await browser.newPage();
    await enterAs(visitor, reader, `/forum/t/${topic.id}/${topic.slug}`);
    await expect(visitor.getByText('This topic is locked: only organisers can write in it.')).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'More for this topic' })).toBeVisible();
    await expect(organise(visitor)).toBeHidden();
    await visitor.close();
    for (const [path, data] of [
      ['lock', undefined],
      ['pin', {}],
      ['move', { category_id: craft.id }],
      ['split', { post_ids: [topic.id], title: 'Mine', category_id: craft.id }],
      ['merge', { into: topic.id }],
    ] as const) {
      const refused = await request.post(`/api/v1/forum/topics/${topic.id}/${path}`, { headers: headersOf(reader), data });
      expect(refused.status(), path).toBe(403);
    }

    await choose(page, 'Unlock');
    await expect(page.getByText('This topic is locked: only organisers can write in it.')).toBeHidden();
    await choose(page, 'Unpin');
    await expect(page.getByText(/^Pinned until/)).toBeHidden();
    await choose(page, 'Delete topic');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete topic' }).click();
    await expect(page).toHaveURL(new RegExp(`/forum/c/${events.slug}$`));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: topic.title })).toBeVisible();
  });

  test('an organiser splits posts off into a new topic, to which their old addresses redirect', async ({ page, browser, request }) => {
    const topic = await begin(request, asker, { category: craft.id, title: 'What do you soak it in?' });
    const [, second] = [
      await reply(request, reader, topic.id, 'Rainwater.'),
      await reply(request, reader, topic.id, 'By the way, where is the fair?'),
      await reply(request, asker, topic.id, 'On Saturday, by the river.'),
    ];
    await enterAs(page, organiser, `/forum/t/${topic.id}/${topic.slug}/1`);
    await choose(page, 'Split off posts…');
    const bar = page.getByRole('region', { name: 'Posts to move to a new topic' });
    await expect(bar.getByText('Select the posts to move')).toBeVisible();
    const third = page.getByRole('checkbox', { name: 'Select post 3' });
    await third.focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Select post 4' }).check();
    await expect(bar.getByText('2 posts selected')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(bar).toBeInViewport();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await bar.getByRole('button', { name: 'New topic…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move these posts to a new topic' });
    await dialog.getByLabel('Title').fill('The fair by the river');
    await dialog.getByLabel('Category').selectOption('Fairs and Markets');
    await dialog.getByRole('button', { name: 'Split off' }).click();
    await expect(page.getByRole('heading', { name: 'The fair by the river' })).toBeVisible();
    await expect(page.getByText('On Saturday, by the river.')).toBeVisible();

    const visitor = await browser.newPage();
    await enterAs(visitor, reader, `/forum/t/${topic.id}/${topic.slug}/${second.number}`);
    await expect(visitor.getByRole('heading', { name: 'The fair by the river' })).toBeVisible();
    await expect(visitor).toHaveURL(/\/the-fair-by-the-river\/1$/);
    await visitor.goto(`/forum/t/${topic.id}/${topic.slug}/1`);
    await expect(visitor.getByText('Rainwater.')).toBeVisible();
    await expect(visitor.getByText('By the way, where is the fair?')).toBeHidden();
    await visitor.close();
  });

  test('an organiser merges a topic into another, found by title or address, and the old address redirects', async ({
    page,
    browser,
    request,
  }) => {
    const into = await begin(request, asker, { category: craft.id, title: 'Which mordant keeps turmeric bright?' });
    const [first, again] = [
      await begin(request, reader, { category: craft.id, title: 'Turmeric fades, help' }),
      await begin(request, reader, { category: events.id, title: 'Turmeric again' }),
    ];
    const said = await reply(request, asker, first.id, 'Alum, and no sun.');
    await enterAs(page, organiser, `/forum/t/${first.id}/${first.slug}/1`);
    await choose(page, 'Merge into another topic…');
    const dialog = page.getByRole('dialog', { name: 'Merge into another topic' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(dialog.getByText('Choose the topic to move the posts to.')).toBeVisible();
    await dialog.getByLabel('Search for the topic, or paste its link').fill('mordant');
    await dialog.getByLabel(into.title).check();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('heading', { name: into.title })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(into.id));

    await page.goto(`/forum/t/${again.id}/${again.slug}/1`);
    await choose(page, 'Merge into another topic…');
    await dialog.getByLabel('Search for the topic, or paste its link').fill(`http://example.test/forum/t/${into.id}/${into.slug}/2`);
    await dialog.getByLabel(into.title).check();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('heading', { name: into.title })).toBeVisible();

    const visitor = await browser.newPage();
    await enterAs(visitor, reader, `/forum/t/${first.id}/${first.slug}/${said.number}`);
    await expect(visitor.getByRole('heading', { name: into.title })).toBeVisible();
    await expect(visitor.getByText('Alum, and no sun.')).toBeVisible();
    await expect(visitor).toHaveURL(new RegExp(`${into.id}/${into.slug}/3$`));
    await visitor.close();
  });

  test('an organiser deletes a post and restores it', async ({ page, request }) => {
    const topic = await begin(request, asker, { category: craft.id, title: 'How long in the vat?' });
    await reply(request, reader, topic.id, 'Two nights.');
    await enterAs(page, organiser, `/forum/t/${topic.id}/${topic.slug}/1`);
    await page.getByRole('button', { name: 'More for post 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This post was deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Two nights.')).toBeVisible();
  });

  test('an admin adds, edits, reorders and deletes forum categories; other members cannot open the page', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    await begin(request, asker, { category: events.id, title: 'Who comes to the fair?' });
    await enterAs(page, organiser, '/forum');
    await page.getByRole('link', { name: 'Edit categories' }).click();
    await expect(page.getByRole('heading', { name: 'Forum categories' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('The Workshop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('There is a category of that name.')).toBeVisible();
    forgiveRefusals(complaints);
    await dialog.getByLabel('Name').fill('Letters home');
    await dialog.getByLabel('Description').fill('From those who are away.');
    await dialog.getByLabel('Colour').fill('#36608f');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows.last()).toContainText('Letters home');

    const up = page.getByRole('button', { name: 'Move Letters home up' });
    await page.getByRole('button', { name: 'Delete About this place' }).focus();
    await tabTo(page, up);
    const moved = answerTo(page, 'PUT', /\/forum\/categories\//);
    await page.keyboard.press('Enter');
    await moved;
    await expect(rows.last()).not.toContainText('Letters home');
    await expect(up).toBeFocused();

    await page.getByRole('button', { name: 'Edit Letters home' }).click();
    await dialog.getByLabel('Name').fill('Letters');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Category saved')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Fairs and Markets' }).click();
    await dialog.getByLabel('Move its topics to').selectOption('Letters');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Category deleted')).toBeVisible();
    await page.goto('/forum/c/letters');
    await expect(page.getByRole('link', { name: /Who comes to the fair/ })).toBeVisible();

    const visitor = await browser.newPage();
    await enterAs(visitor, reader, '/forum/categories');
    await expect(visitor.getByRole('heading', { name: 'Only admins can edit categories' })).toBeVisible();
    await visitor.goto('/forum');
    await expect(visitor.getByRole('link', { name: 'The Workshop', exact: true })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Edit categories' })).toBeHidden();
    await visitor.close();
  });
});
