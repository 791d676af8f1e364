import { enterAs, makerAndVisitor, type Someone, someoneNew } from '../posts.ts';
import { clearRules } from '../rules.ts';
import { expect, test } from '../test.ts';

test.describe('the rules', () => {
  let visitor: Someone;
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ visitor } = await makerAndVisitor(dataFolder));
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test.afterAll(({ server: { dataFolder } }) => clearRules(dataFolder));

  test('an admin writes and reorders the rules by keyboard, and everyone can read them', async ({ page, browser }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, admin, '/rules');
    await page.getByRole('link', { name: 'Change the rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await page.keyboard.type('Your own work');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Say who else made it.');
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await page.keyboard.type('The work, not the person');
    await page.getByRole('checkbox').nth(1).press('Space');
    await page.getByRole('button', { name: 'Move rule 2 up' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move rule 1 up' })).toBeFocused();
    await expect(page.getByLabel('Title').first()).toHaveValue('The work, not the person');
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter');
    await expect(page.getByText('Give the rule a title.')).toBeVisible();
    await expect(page.getByLabel('Title').nth(2)).toBeFocused();
    await page.getByRole('button', { name: 'Remove rule 3' }).press('Enter');
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter');
    await expect(page.getByText('The rules are saved.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    const guest = await browser.newPage();
    await guest.goto('/rules');
    await expect(guest.getByRole('main').getByRole('listitem')).toHaveText([
      'The work, not the person',
      'Your own work Say who else made it.',
    ]);
    await guest.close();

    await test.step('leaving unsaved changes asks first', async () => {
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('link', { name: 'See the rules page' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page).toHaveURL(/\/rules$/);
    });
    await test.step('members see that the page is for admins', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, visitor, '/admin/rules');
      await expect(theirs.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
      await theirs.goto('/rules');
      await expect(theirs.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible();
      await expect(theirs.getByRole('link', { name: 'Change the rules' })).toBeHidden();
      await theirs.close();
    });
  });
});
