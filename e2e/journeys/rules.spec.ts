import { clearRules, setRules } from '../admin.ts';
import { newMember } from '../members.ts';
import { enterAs, makerAndVisitor, type Someone, someoneNew } from '../posts.ts';
import { forgiveAllRefusals } from '../screen.ts';
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
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

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

test.describe('accepting the rules', () => {
  let visitor: Someone;
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ visitor } = await makerAndVisitor(dataFolder));
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });
  test.afterAll(({ server: { dataFolder } }) => clearRules(dataFolder));

  test('a member must accept changed rules to continue, also in a page that was already open', async ({ page, browser, complaints }) => {
    const guest = await browser.newPage();
    await enterAs(guest, visitor, '/users');
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();

    await enterAs(page, admin, '/admin/rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Title').last().fill('Your own work');
    await page.getByRole('checkbox', { name: 'Ask everyone to accept the rules' }).check();
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await expect(page.getByText('The rules are saved.')).toBeVisible();

    await guest.getByRole('link', { name: 'Saved' }).first().click();
    await expect(guest.getByRole('heading', { name: 'The rules' })).toBeVisible();
    await expect(guest.getByText('Your own work')).toBeVisible();
    await guest.goto('/feed');
    await expect(guest.getByRole('heading', { name: 'The rules' })).toBeVisible();
    await guest.getByRole('button', { name: 'I accept the rules' }).press('Enter');
    await guest.waitForURL('**/feed');
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'The rules' })).toBeHidden();
    await guest.close();
    forgiveAllRefusals(complaints);
  });

  test('a newcomer must accept the rules to register', async ({ page, request }) => {
    await setRules(request, admin, [{ title: 'Be kind' }], true);
    const newcomer = newMember('Adaeze');
    await page.goto('/register');
    for (const [label, text] of [
      ['Name', newcomer.name],
      ['Username', newcomer.username],
      ['Email', newcomer.email],
      ['Phone', '803 000 0000'],
      ['Password', newcomer.password],
      ['Confirm password', newcomer.password],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await expect(page.getByRole('link', { name: 'the rules' })).toHaveAttribute('href', '/rules');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please accept the rules.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeFocused();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  });
});
