import { headersOf } from '../posts.ts';
import { pressEverything } from './press-everything.ts';
import type { Screens, Walk } from './walk.ts';

export const forumScreens: Screens = {
  '/forum': async ({ page, reader }) => {
    await reader.inspect('/forum');
    await pressEverything(page, reader, 'main');
    for (const filter of ['unread', 'following', 'mine', 'unanswered']) await reader.goto(`/forum?filter=${filter}`);
  },
  '/forum/c/$slug': async ({ page, reader, community }) => {
    await reader.goto('/forum/c/nowhere');
    await reader.inspect(`/forum/c/${community.category.slug}`);
    await pressEverything(page, reader, 'main');
  },
  '/forum/new': async ({ page, reader, community }) => {
    await reader.inspect(`/forum/new?photo=${community.photo}`);
    await reader.inspect('/forum/new');
    await pressEverything(page, reader, 'main');
  },
  '/forum/t/$id/{-$slug}/{-$number}': async ({ page, reader, community: { topic, solved } }) => {
    await reader.goto('/forum/t/0191f0a0-0000-7000-8000-000000000000');
    await reader.inspect(`/forum/t/${solved.id}?tab=gallery`);
    await reader.inspect(`/forum/t/${solved.id}/${solved.slug}/1`);
    await reader.inspect(`/forum/t/${topic.id}/${topic.slug}/1`);
    await pressEverything(page, reader, 'main');
  },
  '/forum/search': async ({ page, reader }) => {
    await reader.goto('/forum/search?q=የለም');
    for (const query of ['', '?q=ጥያቄ']) await reader.inspect(`/forum/search${query}`);
    await pressEverything(page, reader, 'main');
  },
  '/accept-rules': async (walk) => {
    await askForRules(walk);
    await walk.reader.inspect('/accept-rules');
    await walk.page.locator('main button').first().click();
    // After consent, the page opens the feed or the screen that redirected here.
    await walk.page.waitForURL(({ pathname }) => pathname !== '/accept-rules');
  },
};

/** Requires all members to accept new rules. Accepts the rules for the visitor, because another walk uses that account. */
async function askForRules({ page, community: { admin, visitor } }: Walk): Promise<void> {
  const { data } = (await (await page.request.get('/api/v1/rules')).json()) as { data: { version: number } };
  const rules = [{ title: 'ደግ ሁን' }];
  await page.request.put('/api/v1/admin/rules', { headers: headersOf(admin), data: { version: data.version, rules, ask_again: true } });
  await page.request.put('/api/v1/me/rules', { headers: headersOf(visitor), data: { version: data.version + 1 } });
}

export const organiserScreens: Screens = {
  '/invitations': async ({ page, reader }) => {
    await reader.goto('/invitations?tab=all');
    await reader.inspect('/invitations');
    await pressEverything(page, reader, 'main');
  },
  // Opened by organisers: the editor, and the voting room, as they may vote on both entries.
  '/challenges/$id/{-$part}': async ({ page, reader, community: { challenges } }) => {
    await reader.inspect('/challenges/new');
    await page.locator('[name=entries_end_at]').fill('2026-01-01T00:00');
    await page.locator('.challenge-editor [type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await reader.check('/challenges/new, refused');
    for (const id of challenges.slice(0, 2)) await reader.inspect(`/challenges/${id}/edit`);
    await reader.inspect(`/challenges/${challenges[0]}`);
    await pressEverything(page, reader, 'main');
    await reader.inspect(`/challenges/${challenges[2]}/vote`);
    await page.locator('.vote').waitFor();
    await reader.check('the voting room');
    for (const button of ['.voting-brief', '.vote-tell']) {
      await page.locator(button).first().click();
      await page.getByRole('dialog').nth(1).waitFor();
      await reader.check(`the voting room, ${button}`);
      await page.keyboard.press('Escape');
    }
    await page.locator('.voting-undecided').click();
    await page.locator('.voting-end').waitFor();
    await reader.check('the voting room, all voted');
  },
  '/admin/joining': async ({ page, reader }) => {
    await reader.inspect('/admin/joining');
    await pressEverything(page, reader, 'main');
  },
  '/moderation': async ({ page, reader }) => {
    for (const tab of ['resolved', 'appeals', 'joining', 'pending']) await reader.inspect(`/moderation?tab=${tab}`);
    await reader.inspect('/moderation');
    await pressEverything(page, reader, 'main');
  },
  '/admin': async ({ reader }) => reader.goto('/admin'),
  '/admin/health': async ({ page, reader }) => {
    // Not inspected: in the pseudo-locale, this page overflows at 320 px. `admin.spec.ts` measures it at 360 px.
    await reader.goto('/admin/health');
    await reader.audit('/admin/health');
    await pressEverything(page, reader, 'main');
  },
  '/admin/members': async ({ reader }) => {
    for (const query of ['?q=የለም', '?role=admin', '?state=live']) await reader.goto(`/admin/members${query}`);
    await reader.inspect('/admin/members');
  },
  '/admin/members/$id': async ({ reader, community: { admin, maker } }) => {
    for (const id of ['0191f0a0-0000-7000-8000-000000000000', admin.id]) await reader.goto(`/admin/members/${id}`);
    await reader.inspect(`/admin/members/${maker.id}`);
  },
  '/admin/site': async ({ reader }) => reader.inspect('/admin/site'),
  '/admin/filters': async ({ page, reader }) => {
    await reader.inspect('/admin/filters');
    await page.locator('[name=new_account_days]').fill('-');
    await page.locator('form.site-form button[type=submit]').click();
    await page.locator('[aria-invalid=true]').waitFor();
    await reader.check('/admin/filters, refused');
  },
  '/admin/categories': async ({ page, reader }) => {
    await reader.inspect('/admin/categories');
    await pressEverything(page, reader, 'main', { except: ['li:not(:last-child) button'] });
  },
  '/admin/announcements': async ({ page, reader }) => {
    await reader.inspect('/admin/announcements');
    await pressEverything(page, reader, 'main');
  },
  '/admin/webhooks': async ({ page, reader }) => {
    await reader.inspect('/admin/webhooks');
    await pressEverything(page, reader, 'main');
  },
  '/admin/system': async ({ page, reader }) => {
    await reader.inspect('/admin/system');
    await pressEverything(page, reader, 'main');
  },
  '/moderation/log': async ({ page, reader }) => {
    await reader.goto('/moderation/log?action=close_poll');
    await reader.inspect('/moderation/log');
    await pressEverything(page, reader, 'main');
  },
  '/pending': async ({ page, reader }) => {
    await reader.inspect('/pending');
    await pressEverything(page, reader, 'main');
  },
  '/decisions/$id': async ({ reader }) => {
    await reader.inspect('/decisions/0191f0a0-0000-7000-8000-000000000000');
  },
  '/rules': async ({ reader }) => {
    await reader.inspect('/rules');
  },
  '/admin/rules': async ({ page, reader }) => {
    await reader.inspect('/admin/rules');
    await pressEverything(page, reader, 'main');
  },
  '/forum/categories': async ({ page, reader }) => {
    await reader.inspect('/forum/categories');
    await pressEverything(page, reader, 'main', { except: ['li:not(:last-child) button'] });
  },
  '/forum/t/$id/{-$slug}/{-$number}': async ({ page, reader, community: { solved } }) => {
    await reader.goto(`/forum/t/${solved.id}/${solved.slug}/1`);
    await pressEverything(page, reader, 'main');
  },
};
