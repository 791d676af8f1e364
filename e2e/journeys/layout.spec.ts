import type { APIRequestContext } from '@playwright/test';
import { addCategory, begin, reply } from '../forum.ts';
import { faultsOf, openWindow, type Window } from '../layout.ts';
import { newMember } from '../members.ts';
import { register } from '../onboarding.ts';
import { follow } from '../people.ts';
import { enterAs, headersOf, makerAndVisitor, post, someoneNew, type Someone, threeImages } from '../posts.ts';
import { forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

const enteringScreens = [
  ...[
    '/reset-password',
    '/reset-password?token=1&email=nobody@example.org',
    '/oauth/callback?error=denied',
    '/rules',
    '/about',
    '/privacy',
  ],
  ...['changed', 'invalid'].map((status) => `/confirm-email?status=${status}`),
];
const newcomersScreens = ['/verify-email', '/verify-email?status=invalid'];
const organisersScreens = [
  ...['', '?tab=resolved', '?tab=appeals', '?tab=joining', '?tab=pending', '/log'].map((at) => `/moderation${at}`),
  ...['', '/health', '/members', '/site', '/filters', '/categories', '/announcements', '/joining', '/rules'].map((at) => `/admin${at}`),
  ...[
    '/forum/categories',
    '/forum',
    '/invitations',
    '/pending',
    '/settings?tab=notifications',
    '/search?q=indigo',
    '/search',
    '/users?search=chidi',
  ],
];
const guestScreens = ['/login', '/register', '/forgot-password', '/plans', '/no-such-page'];

/** Something of each kind, and the screens that show it. */
async function membersScreens(request: APIRequestContext, dataFolder: string, maker: Someone, visitor: Someone): Promise<string[]> {
  const [first] = [
    await post(request, maker, { title: 'A loom older than the house #loom', description: 'Ẹ̀gbá, 1962.', images: threeImages }),
    await post(request, maker, { title: 'Indigo' }),
    await post(request, maker, { title: 'A very long title that goes on for as long as there is something to say of the cloth' }),
  ];
  await follow(request, visitor, maker);
  await request.post(`/api/v1/photos/${first}/comments`, { headers: headersOf(visitor), data: { content: 'So blue! @nobody' } });
  const category = await addCategory(dataFolder, `Looms of ${maker.member.username}`);
  const topic = await begin(request, maker, { category: category.id, title: 'Which loom is the oldest?', body: 'Mine, I think.' });
  await reply(request, visitor, topic.id, 'Or **mine**.');
  const reading = ['/', '/feed?tab=trending', '/discover', `/post/${first}`, `/user/${maker.member.username}`, '/tag/loom'];
  const own = ['/profile', '/users', '/connections', '/saved', '/notifications', '/settings', '/settings?tab=security'];
  return [...reading, ...own, '/forum', `/forum/c/${category.slug}`, `/forum/t/${topic.id}/${topic.slug}`, '/forum/new', '/forum/search'];
}

const windows: Window[] = [
  { width: 360, height: 740, theme: 'dark' },
  { width: 768, height: 1024, theme: null },
  { width: 1440, height: 900, theme: 'light' },
];

for (const window of windows) {
  test(`${window.width} px wide, nothing moves while a screen loads, nothing is cut, and nobody is kept out`, async ({
    page,
    request,
    dataFolder,
  }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const screens = await membersScreens(request, dataFolder, maker, visitor);
    await openWindow(page, window);
    const found: string[] = [];
    for (const at of guestScreens) found.push(...(await faultsOf(page, at, window)));
    await enterAs(page, visitor, '/plans');
    for (const at of screens) found.push(...(await faultsOf(page, at, window)));
    expect(found).toEqual([]);
  });

  test(`nor where newcomers and organisers are, ${window.width} px wide`, async ({ page, request, dataFolder, complaints }) => {
    const admin = await someoneNew(dataFolder, 'Chídị Ńwọ́sụ́', { role: 'admin' });
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const photo = await post(request, maker, { title: 'Indigo' });
    await request.post('/api/v1/reports', { headers: headersOf(visitor), data: { photo_id: photo, reason: 'spam' } });
    await openWindow(page, window);
    const found: string[] = [];
    for (const at of [...enteringScreens, `/user/${maker.member.username}`]) found.push(...(await faultsOf(page, at, window)));
    const newcomer = newMember('Ifeoma Nze');
    await enterAs(page, await register(request, newcomer), '/verify-email');
    for (const at of newcomersScreens) found.push(...(await faultsOf(page, at, window)));
    await enterAs(page, admin, '/plans');
    for (const at of [...organisersScreens, `/admin/members/${maker.id}`, `/forum/new?photo=${photo}`])
      found.push(...(await faultsOf(page, at, window)));
    forgiveAllRefusals(complaints);
    expect(found).toEqual([]);
  });
}
