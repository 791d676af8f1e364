import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { showDetails } from '../people.ts';
import { enterAs, headersOf, plainImage, post, type Someone, someoneNew } from '../posts.ts';
import { answersDrawn, breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { runMbari } from '../server.ts';
import { expect, test } from '../test.ts';

const settle = async (request: APIRequestContext, someone: Someone, data: Record<string, unknown>): Promise<void> => {
  const answer = await request.put('/api/v1/me/forum-settings', { headers: headersOf(someone), data });
  expect(answer.status(), await answer.text()).toBe(200);
};

const welcomed = (page: Page): Promise<unknown> => page.addInitScript(() => sessionStorage.setItem('mbari_welcomed', '1'));

test('a visitor opens a public profile and returns to it after signing in', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Omar Alharthy');
  const name = 'عمر الحارثي';
  await post(request, maker, { title: 'Indigo vat' });
  await request.post('/api/v1/me/profile', { headers: headersOf(maker), data: { name, country: 'NG' } });
  await settle(request, maker, { contact_visibility: 'registered', show_location: true });
  await welcomed(page);
  await page.goto(`/user/${maker.member.username}`);
  await test.step('the page has no links that a visitor cannot open', async () => {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
    await expect(page.getByRole('article', { name: 'Indigo vat' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Notifications|Log out/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^(Feed|Discover|All Users|Settings|Profile)$/ })).toHaveCount(0);
    await showDetails(page);
    await expect(page.getByRole('main').getByText('Joined')).toBeVisible();
    await expect(page.getByText('Weaver')).toBeHidden();
    await expect(page.getByText('Nigeria')).toBeHidden();
  });
  await test.step('signing in by keyboard on a phone returns to the profile', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    const looker = await someoneNew(dataFolder, 'Hauwa Bello');
    await page.getByLabel('Email').fill(looker.member.email);
    await page.getByLabel('Password', { exact: true }).fill(looker.member.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/user/${maker.member.username}$`));
    await showDetails(page);
    await expect(page.getByText('Weaver')).toBeVisible();
    await expect(page.getByText('Nigeria')).toBeVisible();
  });
});

test('a private profile shows no posts to visitors and followers, and a follower can unfollow', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Ekaette Udo');
  const follower = await someoneNew(dataFolder, 'Sade Bankole');
  await post(request, maker, { title: 'Behind the door' });
  await request.post(`/api/v1/users/${maker.id}/follow`, { headers: headersOf(follower) });
  expect(await runMbari(dataFolder, 'plan', 'grant', maker.member.username)).toMatchObject({ code: 0 });
  await settle(request, maker, { profile_visibility: 'private' });
  const at = `/user/${maker.member.username}`;
  await test.step('for a visitor', async () => {
    await welcomed(page);
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1, name: 'This profile is private' })).toBeVisible();
    await expect(page).toHaveTitle(/^This profile is private · /);
    await expectNoSeriousProblem(page);
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  });
  await test.step('for a former follower', async () => {
    await enterAs(page, follower, at);
    await page.evaluate((token) => localStorage.setItem('auth_token', token), follower.token);
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1, name: 'This profile is private' })).toBeVisible();
    // On focus, the button's name changes from “Following” to “Unfollow”.
    const button = page.getByRole('button', { name: /^(Following|Unfollow) Ekaette Udo$/ });
    await expect(button).toHaveText('Following');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /ollow.* Ekaette Udo$/ })).toHaveCount(0);
  });
});

test('an unknown username and a failing server each show a message', async ({ page, dataFolder, complaints }) => {
  const member = await someoneNew(dataFolder, 'Terver Akaa');
  await enterAs(page, member, '/user/nobody.at.all');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Profile Not Found · /);
  await expectNoSeriousProblem(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await breakServer(page, `/users/${member.member.username}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible();
  await page.unroute(`**/api/v1/users/${member.member.username}`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terver Akaa' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Photos Yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share your first photo' })).toBeVisible();
  forgiveRefusals(complaints);
});

test('the follower count opens the list of followers for members only', async ({ page, request, browser, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Kwame Asante');
  const follower = await someoneNew(dataFolder, 'Abena Owusu');
  await request.post(`/api/v1/users/${maker.id}/follow`, { headers: headersOf(follower) });
  await enterAs(page, await someoneNew(dataFolder, 'Yaw Mensah'), `/user/${maker.member.username}`);
  await tabTo(page, page.getByRole('button', { name: '1 follower' }));
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Followers' });
  await expect(list.getByRole('link', { name: 'Abena Owusu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '0 following' }).click();
  await expect(page.getByRole('heading', { name: 'No following found.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 follower' }).click();
  await list.getByRole('link', { name: 'Abena Owusu' }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${follower.member.username}$`));
  await expect(list).toBeHidden();
  const outside = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const visitor = await outside.newPage();
  await welcomed(visitor);
  await visitor.goto(`/user/${maker.member.username}`);
  await expect(visitor.getByText('1 follower')).toBeVisible();
  await expect(visitor.getByRole('button', { name: '1 follower' })).toHaveCount(0);
  await outside.close();
});

test('a profile stays visible when it cannot be refreshed', async ({ page, dataFolder, complaints }) => {
  const maker = await someoneNew(dataFolder, 'Nnenna Okoro');
  const looker = await someoneNew(dataFolder, 'Idris Garba');
  await enterAs(page, looker, `/user/${maker.member.username}`);
  await expect(page.getByText('0 followers')).toBeVisible();
  const path = `/users/${maker.member.username}`;
  let tried = 0;
  page.on('requestfinished', (request) => void (tried += request.url().endsWith(path) ? 1 : 0));
  await breakServer(page, path);
  await page.getByRole('button', { name: 'Follow Nnenna Okoro' }).click();
  await expect.poll(() => tried).toBe(3);
  await answersDrawn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Nnenna Okoro' })).toBeVisible();
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible();
  forgiveRefusals(complaints);
});

test('a filtered gallery shows its photos again after its author is unmuted', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Folake Ige');
  const looker = await someoneNew(dataFolder, 'Musa Danjuma');
  const shared = await request.post('/api/v1/photos', {
    headers: headersOf(maker),
    multipart: {
      title: 'A drum',
      category: 'music',
      'images[0]': { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#a33c1e') },
    },
  });
  expect(shared.status()).toBe(201);
  await enterAs(page, looker, `/user/${maker.member.username}?category=music`);
  const drum = page.getByRole('article', { name: 'A drum' });
  const choose = async (words: string) => {
    await page.getByRole('button', { name: 'More about Folake Ige' }).click();
    await page.getByRole('menuitem', { name: words, exact: true }).click();
  };
  await expect(drum).toBeVisible();
  await choose('Mute');
  await expect(page.getByRole('heading', { name: 'Muted' })).toBeVisible();
  await choose('Unmute');
  await expect(drum).toBeVisible();
});
