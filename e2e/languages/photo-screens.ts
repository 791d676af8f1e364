import type { Page } from '@playwright/test';
import { zipOf } from '../../apps/server/src/testing/archives.ts';
import { dueToday } from '../../apps/server/src/testing/daily-share.ts';
import { headersOf, plainImage, post } from '../posts.ts';
import { breakServer } from '../screen.ts';
import { pressEverything } from './press-everything.ts';
import type { Screens } from './walk.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

export const photoScreens: Screens = {
  '/': async ({ reader }) => reader.inspect('/'),
  '/feed': async ({ page, reader }) => {
    await reader.goto('/feed?tab=latest');
    await reader.inspect('/feed?tab=trending');
    await reader.inspect('/feed?tab=following');
    await page.locator('.rail-collapse').click();
    await page.locator('.feed-refresh').click();
    await reader.check('/feed, refreshed');
    await page.locator('.feed-upload').click();
    await dialog(page).waitFor();
    await reader.check('the composer');
    const share = dialog(page).locator('footer button').last();
    await share.click();
    await reader.check('the composer, left empty');
    const file = { name: '1.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#1f2f7a') };
    await dialog(page).locator('input[type=file]').first().setInputFiles(file);
    await dialog(page).locator('input[name=title]').fill('ጥቁር');
    await reader.check('the composer, with a photo');
    await share.click();
    await reader.check('the composer, without a description');
    await page.keyboard.press('Escape');
    await reader.check('the composer, left');
  },
  '/post/$id': async ({ page, reader, community }) => {
    await reader.goto('/post/0191f0a0-0000-7000-8000-000000000000');
    // Before `pressEverything`, which takes the name away.
    await reader.inspect(`/post/${community.photos[0]}`);
    await page.locator('.post-actions-end [aria-haspopup=menu]').last().click();
    await page.getByRole('menuitem').nth(2).click();
    await dialog(page).locator('.person-row button').first().click();
    await dialog(page).locator('.pin-field').first().waitFor();
    await reader.check('where a member is in a photo');
    // One post by the reader, one by another member.
    for (const id of dueToday(community.photos.slice(0, 2), 2)) {
      await reader.inspect(`/post/${id}`);
      await pressEverything(page, reader, 'main');
    }
    await reader.inspect(`/post/${community.photos[2]}`);
    await page.keyboard.press('?');
    await reader.check('the keys');
  },
  '/series/$id': async ({ page, reader, community }) => {
    await reader.goto('/series/0191f0a0-0000-7000-8000-000000000000');
    for (const id of community.series) {
      await reader.inspect(`/series/${id}`);
      await pressEverything(page, reader, 'main');
    }
  },
  '/exhibitions': async ({ page, reader }) => {
    for (const tab of ['coming', 'past', 'mine']) await reader.inspect(`/exhibitions?tab=${tab}`);
    await reader.inspect('/exhibitions');
    await pressEverything(page, reader, 'main');
  },
  '/exhibitions/$id/{-$part}': async ({ page, reader, community }) => {
    await reader.goto('/exhibitions/0191f0a0-0000-7000-8000-000000000000');
    const [open, draft] = community.exhibitions;
    await reader.inspect(`/exhibitions/${draft}`);
    await reader.inspect(`/exhibitions/${open}`);
    await page.locator('.exhibition-enter').click();
    await dialog(page).waitFor();
    await reader.check('the walk through an exhibition, a room');
    await page.keyboard.press('ArrowRight');
    await reader.check('the walk through an exhibition, a work');
    await page.keyboard.press('Escape');
    for (const item of [0, 1, 2]) {
      await page.locator('.exhibition-actions .icon-button').click();
      await page.getByRole('menuitem').nth(item).click();
      await dialog(page).waitFor();
      await reader.check(`editing an exhibition, ${item}`);
      await page.keyboard.press('Escape');
    }
    for (const part of ['catalogue', 'booklet']) await reader.inspect(`/exhibitions/${open}/${part}`);
  },
  '/challenges': async ({ reader }) => {
    await reader.inspect('/challenges?tab=past');
    await reader.inspect('/challenges');
  },
  '/challenges/$id/{-$part}': async ({ page, reader, community }) => {
    await reader.goto('/challenges/0191f0a0-0000-7000-8000-000000000000');
    for (const id of community.challenges) await reader.inspect(`/challenges/${id}`);
    await reader.inspect(`/challenges/${community.challenges[1]}`);
    await page.locator('.own-works button').click();
    await dialog(page).waitFor();
    await reader.check('withdrawing an entry');
    await dialog(page).locator('footer button').last().click();
    await page.locator('.exhibition-enter').click();
    await dialog(page).waitFor();
    await reader.check('entering a challenge');
    await page.keyboard.press('Escape');
    await page.locator('.exhibition-enter + button').click();
    await dialog(page).waitFor();
    await reader.check('the composer, for a challenge');
    await page.keyboard.press('Escape');
  },
  '/discover': async ({ reader }) => {
    for (const query of ['?q=ሰማያዊ', '?category=textile']) await reader.goto(`/discover${query}`);
    for (const query of ['?q=የለም', '']) await reader.inspect(`/discover${query}`);
  },
};

export const peopleScreens: Screens = {
  '/users': async ({ page, reader }) => {
    for (const query of ['?q=የለም', '']) await reader.inspect(`/users${query}`);
    await pressEverything(page, reader, 'article:nth-of-type(2)');
  },
  '/user/$username': async ({ page, reader, community }) => {
    await reader.goto('/user/zz.nobody');
    await reader.inspect(`/user/${community.admin.member.username}`);
    await pressEverything(page, reader, 'main');
  },
  '/profile': async ({ page, reader, community }) => {
    await reader.inspect('/profile?tab=series');
    await reader.inspect('/profile');
    await pressEverything(page, reader, 'main');
    for (const as of ['visitor', 'member']) await reader.goto(`/user/${community.maker.member.username}?as=${as}`);
    await reader.inspect(`/user/${community.maker.member.username}?as=follower`);
  },
  '/connections': async ({ page, reader }) => {
    for (const tab of ['following', 'followers']) await reader.inspect(`/connections?tab=${tab}`);
    await pressEverything(page, reader, 'main');
  },
  '/archived': async ({ page, reader, community }) => {
    await reader.inspect('/archived');
    const id = await post(page.request, community.maker, { title: 'ጥቁር' });
    await page.request.post(`/api/v1/photos/${id}/archive`, { headers: headersOf(community.maker) });
    await reader.inspect('/archived');
    await reader.inspect(`/post/${id}`);
    await reader.inspect('/archived?tab=scheduled');
    const publishAt = new Date(Date.now() + 86_400_000).toISOString();
    const scheduledId = await post(page.request, community.maker, { title: 'ጥቁር', publish_at: publishAt });
    await reader.inspect('/archived?tab=scheduled');
    await reader.inspect(`/post/${scheduledId}`);
  },
  '/imports': async ({ page, reader }) => {
    await reader.inspect('/imports');
    for (const source of ['flickr', 'folder']) {
      await page.locator('.import-form select').selectOption(source);
      await reader.check(`/imports, from ${source}`);
    }
    // An archive with a photo that is there and one that is missing.
    const zip = await zipOf({ 'photos.csv': 'file,title,album\n1.jpg,ጥቁር,ጥቁር\n2.jpg,ጥቁር,ጥቁር', '1.jpg': await plainImage('#1f2f7a') });
    await page.locator('.import-form input[type=file]').setInputFiles({ name: '1.zip', mimeType: 'application/zip', buffer: zip });
    await page.locator('.import-form button[type=submit]').click();
    await page.locator('.import-grid').waitFor();
    await reader.check('/imports, with posts to choose from');
    await page.locator('.import-form').last().locator('button[type=submit]').click();
    await page.locator('.import-earlier').waitFor();
    await page.locator('.import-skipped summary').click();
    await reader.check('/imports, with a result');
    await page.locator('.import-earlier button').last().click();
    await dialog(page).waitFor();
    await reader.check('the question before an import is undone');
    await page.keyboard.press('Escape');
  },
  '/saved': async ({ page, reader, community }) => {
    await reader.inspect('/saved');
    await reader.goto(`/post/${community.photos.at(-1)}`);
    await page.locator('.save-button').click();
    await reader.inspect('/saved');
    await pressEverything(page, reader, 'main');
  },
};

export const memberScreens: Screens = {
  '/authorize-app': async ({ page, reader, community }) => {
    const headers = headersOf(community.admin);
    const { data } = await (await page.request.get('/api/v1/admin/site', { headers })).json();
    await page.request.put('/api/v1/admin/site', { headers, data: { version: data.version, client_apps: 'on' } });
    const app = { client_name: 'ሙዚቃ', redirect_uris: 'urn:ietf:wg:oauth:2.0:oob', scopes: 'read write follow' };
    const { client_id } = await (await page.request.post('/api/v1/apps', { data: app })).json();
    const asked = { client_id, redirect_uri: app.redirect_uris, response_type: 'code', scope: app.scopes };
    const address = `/authorize-app?request=q${Buffer.from(new URLSearchParams(asked).toString()).toString('base64url')}`;
    await reader.inspect(address);
    await page.locator('main button').last().click();
    await reader.check('/authorize-app, refused');
    await reader.goto('/authorize-app?request=q');
  },
  '/critique': async ({ page, reader, community }) => {
    await reader.inspect('/critique');
    const id = await post(page.request, community.admin, { title: 'ጥቁር' });
    const asked = { headers: headersOf(community.admin), data: { category: 'light', question: 'ሰማያዊ' } };
    await page.request.put(`/api/v1/photos/${id}/critique`, asked);
    await reader.inspect('/critique');
    await reader.inspect(`/post/${id}`);
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await page.locator('.critique-form textarea').fill('ሰማያዊ');
    await page.keyboard.press('Control+Enter');
    await page.locator('.pin').waitFor();
    await reader.check(`/post/${id}, pinned`);
    for (const tab of ['mine', 'given']) await reader.inspect(`/critique?tab=${tab}`);
  },
  '/describe': async ({ page, reader, community }) => {
    // Other screens' tests may mute the other members.
    await post(page.request, await community.addMember(), { title: 'ጥቁር' });
    await reader.inspect('/describe');
    await page.locator('.describe-row textarea').first().fill('ሰማያዊ');
    await page.keyboard.press('Control+Enter');
    await page.locator('.describe-list [role=status]').waitFor();
    await reader.check('/describe, proposed');
    await pressEverything(page, reader, 'main');
  },
  '/messages': async ({ page, reader }) => {
    await reader.inspect('/messages');
    await pressEverything(page, reader, '.conversations');
  },
  '/messages/$id': async ({ page, reader, community }) => {
    await reader.goto('/messages/0191f0a0-0000-7000-8000-000000000000');
    const [pair, group, request] = community.conversations;
    for (const id of [pair, group]) {
      await reader.inspect(`/messages/${id}`);
      await pressEverything(page, reader, '.conversation-pane');
    }
    await reader.inspect(`/messages/${request}`);
    await page.locator('.request-bar button').last().click();
    await dialog(page).waitFor();
    await reader.check('the report of a request');
  },
  '/messages/new': async ({ page, reader, community }) => {
    await reader.inspect(`/messages/new?to=${community.visitor.member.username}`);
    await reader.inspect(`/messages/new?to=${community.admin.member.username}&photo=${community.photo}`);
    await reader.inspect('/messages/new');
    await pressEverything(page, reader, '.messages > :last-child');
  },
  '/search': async ({ page, reader }) => {
    for (const at of ['?q=የለም', '?q=ሰማያዊ&kind=members', '?q=ሰማያዊ&kind=photos', '?q=ሰማያዊ&kind=topics']) await reader.goto(`/search${at}`);
    for (const at of ['', '?q=ሰማያዊ']) await reader.inspect(`/search${at}`);
    await reader.goto('/saved');
    await page.keyboard.press('/');
    await reader.check('the search in the header');
    await page.getByRole('combobox').fill('ሰማያዊ');
    await page.locator('[role=option]').first().waitFor();
    await reader.check('the search in the header, found');
    await page.getByRole('combobox').press('Enter');
    await reader.check('the results');
    await reader.goto('/saved');
    await page.keyboard.press('/');
    await page.locator('[role=option]').first().waitFor();
    await reader.check('the searches of late');
  },
  '/tag/$tag': async ({ page, reader, community }) => {
    await reader.inspect('/tag/nothing');
    await post(page.request, community.maker, { title: 'ጥቁር #ቀለም' });
    await reader.inspect('/tag/ቀለም');
  },
  '/place/$place': async ({ page, reader, community }) => {
    await reader.inspect('/place/የለም');
    await post(page.request, community.maker, { title: 'ጥቁር', location_name: 'አዲስ አበባ' });
    await reader.inspect('/place/አዲስ አበባ');
  },
  '/notifications': async ({ page, reader }) => {
    await reader.inspect('/notifications');
    await page.locator('.header button').nth(1).click();
    await reader.check('the bell');
    await page.keyboard.press('Escape');
    await pressEverything(page, reader, 'main', { except: ['li button'] });
  },
  // This route redirects to the notification's subject, or to the list if the notification was deleted.
  '/notifications/$id': ({ reader }) => reader.goto('/notifications/019ab000-0000-7000-8000-000000000000'),
  '/settings': async ({ page, reader }) => {
    for (const tab of ['general', 'notifications', 'security']) {
      await reader.inspect(`/settings?tab=${tab}`);
      await pressEverything(page, reader, '#settings');
    }
  },
  '/plans': async ({ page, reader }) => {
    await reader.inspect('/plans');
    await page.locator('.account-button').click();
    await page.locator('.account-menu').waitFor();
    await reader.check('the account menu');
  },
};

/** Screens of a member whose plan has ended, first with a working and then with a failing server. */
export const failingScreens: Screens = {
  'a plan that has ended': async ({ page, reader }) => {
    for (const address of ['/plans', '/settings', '/profile']) await reader.inspect(address);
    await breakServer(page, '/{photos,users,forum,notifications,me,saved,archived,trending,search,categories}{,/**,?*}');
  },
  'a broken server': async ({ reader, community: { photo, topic, category, admin } }) => {
    const addresses = [
      '/feed',
      '/feed?tab=trending',
      `/post/${photo}`,
      '/discover',
      '/users',
      '/connections',
      '/saved',
      '/archived',
      '/notifications',
      '/profile',
    ];
    const more = ['/settings?tab=general', '/settings?tab=security', '/forum', `/forum/c/${category.slug}`, `/forum/t/${topic.id}`];
    for (const address of [...addresses, ...more, '/forum/search?q=1', '/forum/new', `/user/${admin.member.username}`])
      await reader.goto(address);
  },
};
