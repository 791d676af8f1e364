import { newMember } from '../members.ts';
import { enterAs, makerAndVisitor, type Someone, someoneNew } from '../posts.ts';
import { clearRules, setRules } from '../rules.ts';
import { forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

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
