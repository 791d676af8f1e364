import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { bringIn, newMember } from '../members.ts';
import { textsOf } from '../screen.ts';
import { fillLogin, logOut, openSecurity, signIn, takeOut, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

test('two-step sign-in requires a code from the authenticator app or a recovery code', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Chidi Anya');
  await bringIn(dataFolder, member);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  let app: TOTP | undefined;
  let recovery: string[] = [];

  await test.step('the password is required first', async () => {
    await section.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
    await dialog.getByLabel('Your password').fill('not this one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('That is not your password.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  });
  await test.step('the app gets the key and shows a code', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add it to your app' });
    await expect(dialog.getByRole('img', { name: /QR code/ }).locator('path')).toBeAttached();
    const secret = (await dialog.getByRole('group', { name: 'Key' }).textContent())?.replaceAll(' ', '') ?? '';
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    app = new TOTP({ secret });
    await expectNoSeriousProblem(page);
    await dialog.getByLabel('Code from the app').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.locator('.field-error')).toBeVisible();
    await dialog.getByLabel('Code from the app').fill(app.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
  });
  await test.step('the recovery codes are shown once, and their dialog does not close by accident', async () => {
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    recovery = await textsOf(dialog.getByRole('listitem'), 10);
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    expect(new Set(recovery).size).toBe(10);
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Save the codes first: you won’t see them again.')).toBeVisible();
    await expectNoSeriousProblem(page);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    for (const code of recovery) expect(file).toContain(code);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy the recovery codes' }).click();
    await expect(toasted(page, 'Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recovery.join('\n'));
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(section.getByText('10 recovery codes left')).toBeVisible();
  });
  await test.step('sign in with a code of the app', async () => {
    await logOut(page);
    await fillLogin(page, member);
    await secondStep(page, app!.generate({ timestamp: Date.now() + 30_000 }));
  });
  await test.step('sign in with a recovery code', async () => {
    await logOut(page);
    await fillLogin(page, member);
    await secondStep(page, recovery[0] ?? '');
    await openSecurity(page);
    await expect(section.getByText('9 recovery codes left')).toBeVisible();
  });
  await test.step('create new recovery codes', async () => {
    await section.getByRole('button', { name: 'New recovery codes' }).click();
    const asking = page.getByRole('dialog', { name: 'New recovery codes' });
    await asking.getByLabel('Your password').fill(member.password);
    await asking.getByRole('button', { name: 'Make new codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    expect(await textsOf(dialog.getByRole('listitem'), 10)).not.toContain(recovery[1]);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(section.getByText('10 recovery codes left')).toBeVisible();
  });
  await test.step('turn it off', async () => {
    await section.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in' });
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
    await expect(section.getByRole('heading')).toBeFocused();
    await logOut(page);
    await signIn(page, member);
  });
  takeOut(complaints, /status of (422|403)/);
});

test('a member creates a passkey, signs in with it, renames and deletes it', async ({ page, dataFolder }) => {
  const member = newMember('Amara Eze');
  await bringIn(dataFolder, member);
  const device = await addVirtualAuthenticator(page);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });

  await test.step('a device that does not verify its user creates no passkey', async () => {
    await device.verifies(false);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(adding.getByLabel('Name')).toHaveValue('Chrome on Linux');
    await adding.getByLabel('Your password').fill(member.password);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding.getByText('No passkey was added. You can try again.')).toBeVisible();
    expect(await device.passkeys()).toBe(0);
  });
  await test.step('after verification it creates one', async () => {
    await device.verifies(true);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding).toBeHidden();
    await expect(section.getByText('Chrome on Linux')).toBeVisible();
    await expect(section.getByText('Added today, not used yet. On one device only.')).toBeVisible();
    expect(await device.passkeys()).toBe(1);
  });
  await test.step('the device rejects a second passkey', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await adding.getByLabel('Your password').fill(member.password);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding.getByText('This device already has a passkey for your account.')).toBeVisible();
    await adding.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('rename the passkey', async () => {
    await section.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    await dialog.getByLabel('Name').fill('Ụzọ m');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('Ụzọ m')).toBeVisible();
  });
  await test.step('sign in with the passkey', async () => {
    await logOut(page);
    await page.getByRole('button', { name: /passkey/i }).click();
    await expect(page).toHaveURL(/\/feed$/);
    await openSecurity(page);
    await expect(section.getByText('Added today, last used today. On one device only.')).toBeVisible();
  });
  await test.step('remove the passkey', async () => {
    await section.getByRole('button', { name: 'Remove Ụzọ m' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove passkey' });
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toBeHidden();
    await expect(section.getByText('Ụzọ m')).toBeHidden();
    await expect(section.getByRole('heading')).toBeFocused();
  });
});

test('a browser without passkey support shows a message', async ({ page, dataFolder }) => {
  const member = newMember('Tari Briggs');
  await bringIn(dataFolder, member);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await signIn(page, member);
  await openSecurity(page);
  await expect(page.getByText('Passkeys can’t be added here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});

async function secondStep(page: Page, code: string): Promise<void> {
  await page.getByLabel(/code/i).fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);
}

/** Adds a device with passkeys that verifies its user automatically. Other browser contexts do not see it. */
async function addVirtualAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
