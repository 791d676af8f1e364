import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { type NewMember, newMember, skipSplash, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { enterAs, headersOf, type Someone, someoneNew } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('joining by approval', () => {
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    await withDatabase({ dataFolder }, (db) => db.query(`update joining set mode = 'open', question = null`));
  });
  test.afterAll(async ({ server: { dataFolder } }) => {
    await withDatabase({ dataFolder }, (db) => db.query(`update joining set mode = 'open', question = null`));
  });

  /** Registers and verifies a member, and opens the feed. */
  async function apply(page: Page, member: NewMember, dataFolder: string): Promise<void> {
    const registered = await page.request.post('/api/v1/auth/register', {
      data: { ...member, password_confirmation: member.password, country_code: '+234', phone: '8031234567' },
    });
    const { token } = (await registered.json()) as { token: string };
    await page.request.get(await linkMailedTo(dataFolder, member.email, verificationLink), { maxRedirects: 0 });
    await enterAs(page, { token }, '/feed');
  }

  test('a newcomer answers the admin’s question, an organiser approves them, and their page continues to onboarding', async ({
    page,
    browser,
    dataFolder,
    complaints,
  }) => {
    await enterAs(page, admin, '/admin/joining');
    await page.getByRole('radio', { name: 'By approval' }).check();
    await page.getByLabel('Question for people who ask to join').fill('What do you make?');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast', { hasText: 'Saved' })).toBeVisible();

    const visitor = await browser.newPage();
    await visitor.goto('/register');
    await expect(visitor.getByText('Organisers approve new members.')).toBeVisible();
    await visitor.close();
    const guest = await browser.newPage();
    const newcomer = newMember('Adaeze Asks');
    await apply(guest, newcomer, dataFolder);
    await expect(guest).toHaveURL(/\/application$/);
    await expect(guest.getByRole('heading', { name: 'One question before you join' })).toBeVisible();
    await guest.getByRole('button', { name: 'Send my answer' }).click();
    await expect(guest.getByText('Write an answer first.')).toBeVisible();
    await guest.getByLabel('What do you make?').fill('Chairs of bamboo');
    await guest.keyboard.press('Tab');
    await guest.keyboard.press('Enter');
    await expect(guest.getByRole('heading', { name: 'You’re nearly in' })).toBeVisible();

    await page.goto('/moderation');
    await page.getByRole('tab', { name: /Requests to join/ }).click();
    const card = page.getByRole('article', { name: 'Adaeze Asks' });
    await expect(card).toContainText('Chairs of bamboo');
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Adaeze Asks is now a member')).toBeVisible();
    await expect(card).toBeHidden();

    // Reloads instead of waiting for the next poll.
    await guest.reload();
    await expect(guest).toHaveURL(/\/onboarding$/);
    await guest.close();
    forgiveRefusals(complaints);
  });

  test('a declined applicant on a phone reads the reason', async ({ page, browser, dataFolder, complaints }) => {
    await page.request.put('/api/v1/admin/joining', { headers: headersOf(admin), data: { mode: 'approval', question: '' } });
    const guest = await browser.newPage();
    const newcomer = newMember('Bisi Asks');
    await apply(guest, newcomer, dataFolder);
    await expect(guest.getByRole('heading', { name: 'You’re nearly in' })).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, admin, '/moderation?tab=joining');
    await page.getByRole('article', { name: 'Bisi Asks' }).getByRole('button', { name: 'Decline…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline Bisi Asks' });
    await dialog.getByLabel('Message to the applicant').fill('We only take potters for now.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Bisi Asks was declined')).toBeVisible();

    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'Your request was declined' })).toBeVisible();
    await expect(guest.getByText('We only take potters for now.')).toBeVisible();
    await guest.close();
    forgiveRefusals(complaints);
  });
});

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
