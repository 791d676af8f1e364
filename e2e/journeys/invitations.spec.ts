import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { newMember, skipSplash } from '../members.ts';
import { enterAs, headersOf, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('joining by invitation', () => {
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });
  test.afterAll(async ({ server: { dataFolder } }) => {
    await withDatabase({ dataFolder }, (db) => db.query(`update joining set mode = 'open', members_invite = false`));
  });

  test('with joining by invitation, a link admits one newcomer, and the next sees that it is used up', async ({ page, browser }) => {
    await enterAs(page, admin, '/invitations');
    await page.getByRole('link', { name: 'Who may join' }).click();
    await expect(page.getByRole('radio', { name: 'Open' })).toBeChecked();
    await page.getByRole('radio', { name: 'By invitation' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast', { hasText: 'Saved' })).toBeVisible();

    const guest = await browser.newPage();
    await guest.goto('/register');
    await skipSplash(guest);
    await expect(guest.getByRole('heading', { name: 'By invitation' })).toBeVisible();
    await expectNoSeriousProblem(guest);
    await expect(guest.getByRole('button', { name: 'Create account' })).toBeHidden();

    await page.getByRole('link', { name: 'See all invitations' }).click();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Who is it for?').fill('The darkroom course');
    await page.keyboard.press('Enter');
    const ready = page.getByRole('dialog', { name: 'Your link is ready' });
    const link = await ready.getByLabel('Link').inputValue();
    await ready.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('0 of 1 joined')).toBeVisible();

    const newcomer = newMember('Adaeze');
    await test.step('a guest reads who invites them, finds no secret in the address, and joins', async () => {
      await guest.goto(link);
      await expect(guest.getByText('Ọmọ́bọ́lá Ìdòwú invited you.')).toBeVisible();
      expect(new URL(guest.url()).search).toBe('');
      for (const [label, text] of [
        ['Name', newcomer.name],
        ['Username', newcomer.username],
        ['Email', newcomer.email],
        ['Phone', '803 000 0000'],
        ['Password', newcomer.password],
        ['Confirm password', newcomer.password],
      ] as const)
        await guest.getByLabel(label, { exact: true }).fill(text);
      await guest.getByRole('button', { name: 'Create account' }).click();
      await expect(guest.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    });

    await test.step('the link admits nobody else', async () => {
      const late = await browser.newPage();
      await late.goto(link);
      await expect(late.getByText('This invitation has ended. Ask the person who sent it for a new one.')).toBeVisible();
      await expect(late.getByRole('button', { name: 'Create account' })).toBeHidden();
      await late.close();
    });

    await test.step('the inviter sees that it is used up', async () => {
      await page.reload();
      await expect(page.getByText('1 of 1 joined')).toBeVisible();
      await expect(page.getByText('Fully used')).toBeVisible();
    });
    await guest.close();
  });

  test('a revoked invitation admits nobody, and the registration page of a closed community explains it', async ({
    page,
    request,
    browser,
  }) => {
    const made = await request.post('/api/v1/invitations', {
      headers: headersOf(admin),
      data: { max_uses: 3, days: 7, note: 'Friends' },
    });
    const { link } = (await made.json()) as { link: string };
    await request.put('/api/v1/admin/joining', { headers: headersOf(admin), data: { mode: 'invitation' } });
    await enterAs(page, admin, '/invitations');
    await page.getByRole('button', { name: 'End invitation' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'End this invitation?' });
    await dialog.getByRole('button', { name: 'End invitation' }).click();
    await expect(page.getByText('The invitation has ended.')).toBeVisible();
    const guest = await browser.newPage();
    await guest.goto(link);
    await expect(guest.getByText('This invitation has ended. Ask the person who sent it for a new one.')).toBeVisible();
    await request.put('/api/v1/admin/joining', { headers: headersOf(admin), data: { mode: 'closed' } });
    await guest.goto('/register');
    await expect(guest.getByRole('heading', { name: 'No new members for now' })).toBeVisible();
    await expectNoSeriousProblem(guest);
    await guest.close();
  });
});
