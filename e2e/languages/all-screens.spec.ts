import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { asksAll } from '../../apps/server/src/testing/daily-share.ts';
import { withDatabase } from '../database.ts';
import { countShift } from '../layout.ts';
import { newMember } from '../members.ts';
import { register } from '../onboarding.ts';
import { withRequest } from '../people.ts';
import { enterAs } from '../posts.ts';
import { forgiveAllRefusals } from '../screen.ts';
import { bringCommunity, type Community } from './community.ts';
import { forumScreens, organiserScreens } from './forum-screens.ts';
import { applicantScreens, guestScreens, newcomerScreens, onboardingScreens } from './guest-screens.ts';
import { failingScreens, memberScreens, peopleScreens, photoScreens } from './photo-screens.ts';
import { expect, test } from './test.ts';
import { Reader } from './unmarked-text.ts';
import type { Screens } from './walk.ts';

test.use({ locale: 'en-XA', permissions: ['clipboard-read', 'clipboard-write'] });

/** Screens that `npm test` visits. `npm run test:world` visits all. */
const mainScreens = ['/login', '/feed', '/post/$id', '/user/$username', '/forum/t/$id/{-$slug}/{-$number}'];

test.describe('every screen is translated, accessible, stable while it loads and fits each window', () => {
  // Each walk takes up to a minute, or several on a busy machine.
  test.describe.configure({ mode: 'parallel', timeout: asksAll ? 600_000 : 300_000 });
  let community: Community;

  test.beforeAll(async ({ server }) => {
    community = await withRequest(server, (request) => bringCommunity(request, server.dataFolder));
  });

  const walk = async (page: Page, screens: Screens): Promise<void> => {
    const reader = new Reader(page, community.data);
    await countShift(page);
    for (const [at, visit] of Object.entries(screens)) if (asksAll || mainScreens.includes(at)) await visit({ page, reader, community });
    expect([...reader.faults]).toEqual([]);
  };

  test('an untranslated word is found wherever it appears', { tag: '@main' }, async ({ page }) => {
    await page.goto('/plans');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => {
      document.title = 'Window';
      const add = (name: string, text: string, attributes: Record<string, string> = {}) => {
        const element = document.body.appendChild(document.createElement(name));
        element.textContent = text;
        for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
        return element;
      };
      add('p', 'Seen');
      add('p', '', { 'title': 'Hovered', 'aria-label': 'Heard' });
      add('input', '', { placeholder: 'Hinted' });
      add('img', '', { src: '/avatars/mask.svg', alt: 'Described' });
      add('select', '').append(new Option('Chosen'));
      add('p', 'Hidden', { hidden: '' });
      add('p', 'Autre', { lang: 'fr' });
      add('p', 'Mbari, 3 days ago');
    });
    const reader = new Reader(page, community.data);
    await reader.check('a sin');
    const found = ['title: Window', 'p: Seen', 'p[title]: Hovered', 'p[aria-label]: Heard', 'input[placeholder]: Hinted'];
    expect([...reader.faults]).toEqual([...found, 'img[alt]: Described', 'option: Chosen'].map((text) => `a sin: ${text}`));
  });

  test('the screens of guests are translated, accessible and fit each window', { tag: '@main' }, async ({ page, complaints }) => {
    await page.goto('/plans');
    await walk(page, guestScreens);
    forgiveAllRefusals(complaints);
  });

  test('the screens of newcomers before verification are translated, accessible and fit each window', async ({
    page,
    request,
    complaints,
  }) => {
    const { token } = await register(request, { ...newMember('Zz'), name: 'ሙሉ' });
    await enterAs(page, { token }, '/verify-email');
    forgiveAllRefusals(complaints);
    await walk(page, newcomerScreens);
  });

  test('the screens of onboarding are translated, accessible and fit each window', async ({ page, request, dataFolder, complaints }) => {
    const { token } = await register(request, { ...newMember('Zz'), name: 'ሙሉ' });
    await withDatabase({ dataFolder }, (db) => db.query('update members set email_verified_at = now() where email_verified_at is null'));
    await enterAs(page, { token }, '/onboarding');
    forgiveAllRefusals(complaints);
    await walk(page, onboardingScreens);
  });

  test('the screens of applicants are translated, accessible and fit each window', async ({ page, request, dataFolder, complaints }) => {
    const member = { ...newMember('Zz'), name: 'ሙሉ' };
    const { token } = await register(request, member);
    await withDatabase({ dataFolder }, async (db) => {
      await db.query(`insert into applications (member_id, question) select id, 'ምን ትሠራለህ?' from members where username = $1`, [
        member.username,
      ]);
      await db.query('update members set awaits_approval_since = now() where username = $1', [member.username]);
    });
    await enterAs(page, { token }, '/application');
    forgiveAllRefusals(complaints);
    await walk(page, applicantScreens);
  });

  test('the screens of photos are translated, accessible and fit each window', { tag: '@main' }, async ({ page, complaints }) => {
    await enterAs(page, community.maker, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, photoScreens);
  });

  test('the screens of people are translated, accessible and fit each window', { tag: '@main' }, async ({ page, complaints }) => {
    await enterAs(page, community.maker, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, peopleScreens);
  });

  test('the screens of members are translated, accessible and fit each window', async ({ page, complaints }) => {
    await enterAs(page, community.maker, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, memberScreens);
  });

  test('the screens of the forum are translated, accessible and fit each window', { tag: '@main' }, async ({ page, complaints }) => {
    await enterAs(page, community.maker, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, forumScreens);
  });

  test('the screens of organisers are translated, accessible and fit each window', async ({ page, complaints }) => {
    await enterAs(page, community.admin, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, organiserScreens);
  });

  test('the screens of an ended plan and a failing server are translated, accessible and fit each window', async ({ page, complaints }) => {
    await enterAs(page, community.visitor, '/plans');
    forgiveAllRefusals(complaints);
    await walk(page, failingScreens);
  });

  test('the walks of these tests open every screen', { tag: '@main' }, async () => {
    const routes = await readFile(path.join(import.meta.dirname, '../../apps/web/src/routes.tsx'), 'utf8');
    const paths = [...routes.matchAll(/\.\.\.(?:inside|outside)\('([^']+)'/g)].map(([, at = '']) => at);
    expect(paths.length).toBeGreaterThan(20);
    const opened = [
      guestScreens,
      newcomerScreens,
      applicantScreens,
      onboardingScreens,
      photoScreens,
      peopleScreens,
      memberScreens,
      forumScreens,
      organiserScreens,
    ].flatMap(Object.keys);
    expect(paths.filter((at) => !opened.includes(at))).toEqual([]);
  });
});
