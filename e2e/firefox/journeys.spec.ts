import { writeFile } from 'node:fs/promises';
import { withDatabase } from '../database.ts';
import { begin, welcome } from '../forum.ts';
import { photoFromCamera } from '../image-files.ts';
import { newMember, type NewMember, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { follows } from '../people.ts';
import { headersOf, post, someoneNew } from '../posts.ts';
import { expect, testOnServer } from '../test.ts';
import { css, type Firefox, keys, named, openTab, program, startFirefox, type Tab, words } from './browser.ts';

interface Fixtures {
  /** A signed-out tab. The test fails if a page writes to the console. */
  tab: Tab;
}

interface WorkerFixtures {
  firefox: Firefox;
}

const test = testOnServer.extend<Fixtures, WorkerFixtures>({
  firefox: [
    async ({}, provide) => {
      const firefox = await startFirefox(program!);
      await provide(firefox);
      await firefox.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  tab: async ({ firefox, server }, provide) => {
    const tab = await openTab(firefox.bidi, server.url);
    await provide(tab);
    await tab.close();
    expect(firefox.complaints.splice(0)).toEqual([]);
  },
});

test.skip(program === null, 'Firefox is not installed on this machine.');

test('a newcomer registers, completes onboarding and posts a photo', async ({ tab, dataFolder }, testInfo) => {
  const member = newMember('Ńkẹ́m Okonkwo');
  await test.step('register', async () => {
    await tab.goto('/register');
    await tab.click(named('button', 'Skip'));
    await tab.fill(named('textbox', 'Name'), member.name);
    await tab.fill(named('textbox', 'Username'), member.username);
    await tab.fill(named('textbox', 'Email'), member.email);
    await tab.fill(css('input[name=phone]'), '803 123 4567');
    await tab.fill(css('input[name=password]'), member.password);
    await tab.fill(css('input[name=password_confirmation]'), member.password);
    await tab.click(named('button', 'Create account'));
    await tab.expectPath('/verify-email');
  });
  await test.step('verify by the mailed link', async () => {
    await tab.goto(await linkMailedTo(dataFolder, member.email, verificationLink));
    await tab.expectPath('/onboarding');
  });
  await test.step('complete onboarding', async () => {
    await tab.click(named('button', 'Next'));
    await tab.choose(css('select[name=gender]'), 'Fem');
    await tab.type(`${keys.tab}04041990`);
    await tab.fill(named('textbox', 'Occupation'), 'Weaver');
    await tab.click(named('button', 'Next'));
    await tab.fill(css('textarea'), 'I dye cloth in Abẹ́òkúta.');
    await tab.click(named('button', 'Next'));
    await tab.click(css('label:has([type=checkbox])'));
    await tab.click(named('button', 'Complete'));
    await tab.expectPath('/feed');
  });
  await test.step('post a photo', async () => {
    const photo = testInfo.outputPath('IMG_0042.JPG');
    await writeFile(photo, await photoFromCamera());
    await tab.click(named('button', 'Upload'));
    await tab.setFiles(css('dialog input[type=file]'), [photo]);
    await tab.fill(named('textbox', 'Alt text for image 1'), 'Four fields of colour');
    await tab.fill(named('textbox', 'Title'), 'Adire for Ọ̀ṣun');
    await tab.click(named('button', 'Share'));
    await tab.expectVisible(words('Photo uploaded successfully!'));
    await tab.expectVisible(named('image', 'Four fields of colour'));
  });
});

test('a member signs in, likes a photo, comments on it and follows its author', async ({ tab, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Adéyẹmí Ọlá');
  const visitor = await someoneNew(dataFolder, 'Hauwa Bello');
  const id = await post(request, maker, { title: 'A red wall' });
  await signIn(tab, visitor.member);
  await test.step('like and comment', async () => {
    await tab.goto(`/post/${id}`);
    await tab.click(named('button', 'Like'));
    await tab.expectVisible(named('button', 'Like'), '[aria-pressed=true]');
    await tab.fill(named('textbox', 'Your comment'), 'The wrong coil is the one I keep going back to.');
    await tab.click(named('button', 'Send'));
    await tab.expectVisible(words('The wrong coil is the one I keep going back to.'));
    const stored = async () => (await request.get(`/api/v1/photos/${id}`, { headers: headersOf(maker) })).json();
    await expect.poll(stored).toMatchObject({ data: { likes_count: 1, comments_count: 1 } });
  });
  await test.step('follow', async () => {
    await tab.goto(`/user/${maker.member.username}`);
    await tab.click(named('button', `Follow ${maker.member.name}`));
    await tab.expectVisible(css('main button.follow'), '[aria-pressed=true]');
    await expect.poll(() => follows(request, visitor, maker)).toBe(true);
  });
});

test('a changed setting persists after a reload', async ({ tab, dataFolder }) => {
  const { member } = await someoneNew(dataFolder, 'Amina Yusuf');
  const onlineStatus = named('switch', 'Online status');
  await signIn(tab, member);
  await tab.goto('/settings');
  await tab.expectVisible(onlineStatus, ':checked');
  await tab.click(onlineStatus);
  await tab.click(named('button', 'Save'));
  await tab.expectVisible(words('Settings saved successfully'));
  await tab.reload();
  await tab.expectVisible(onlineStatus, ':not(:checked)');
});

test('a member starts a forum topic, and another member replies', async ({ tab, request, dataFolder }) => {
  const starter = await someoneNew(dataFolder, 'Zuhura Kamau');
  const helper = await someoneNew(dataFolder, 'Kojo Mensah');
  await test.step('start a topic', async () => {
    await signIn(tab, starter.member);
    await tab.goto('/forum/new');
    await tab.choose(named('combobox', 'Category'), 'Welc');
    await tab.fill(named('textbox', 'Title'), 'Which wax for a slow vat?');
    await tab.fill(named('textbox', 'Message'), 'Paste has a bloom at its edge.');
    await tab.click(named('button', 'Post topic'));
    await tab.expectVisible(named('heading', 'Which wax for a slow vat?'));
    await tab.expectVisible(words('Paste has a bloom at its edge.'));
  });
  await test.step('reply to a topic', async () => {
    const topic = await begin(request, helper, { category: welcome, title: 'A line in clay', body: 'Does it hold?' });
    await tab.goto(`/forum/t/${topic.id}/${topic.slug}`);
    await tab.click(named('button', 'Reply to Kojo'));
    await tab.fill(named('textbox', 'Your reply'), 'It does with **wax**, too.');
    await tab.click(css('.reply-form [type=submit]'));
    await tab.expectVisible(css('.topic-post[data-number="2"] strong'));
    const stored = async () => (await request.get(`/api/v1/forum/topics/${topic.id}/posts`, { headers: headersOf(starter) })).json();
    await expect.poll(stored).toMatchObject({ data: [{}, { body: 'It does with **wax**, too.' }] });
  });
});

test('a member searches everything and opens a result', async ({ tab, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Efua Sarpong');
  const word = `w${Date.now().toString(36)}`;
  const id = await post(request, maker, { title: `Kente ${word}` });
  await signIn(tab, maker.member);
  await tab.click(named('link', 'Search'));
  await tab.fill(named('combobox', 'Search'), word);
  await tab.click(css('[role=option][href^="/post/"]'));
  await tab.expectPath(`/post/${id}`);
  await tab.expectVisible(named('heading', `Kente ${word}`));
  await tab.goto(`/search?q=${word}`);
  await tab.expectVisible(words(word));
});

test('a report without a reason is rejected; with a reason it reaches the organisers', async ({ tab, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Adaeze Nwosu');
  const visitor = await someoneNew(dataFolder, 'Sule Danladi');
  const id = await post(request, maker, { title: 'A wall of mine' });
  await signIn(tab, visitor.member);
  await tab.goto(`/post/${id}`);
  await tab.click(named('button', 'More'));
  await tab.click(named('menuitem', 'Report'));
  await tab.click(named('button', 'Send report'));
  await tab.expectVisible(words('Choose one of the reasons listed.'));
  await tab.click(named('radio', 'Someone else’s work'));
  await tab.click(named('button', 'Send report'));
  await tab.expectVisible(words('Thank you. The organisers will look at it.'));
  const reports = () =>
    withDatabase({ dataFolder }, async (db) => (await db.query('select reason from reports where photo_id = $1', [id])).rows);
  await expect.poll(reports).toEqual([{ reason: 'copyright' }]);
});

async function signIn(tab: Tab, { email, password }: NewMember): Promise<void> {
  await tab.goto('/login');
  await tab.click(named('button', 'Skip'));
  await tab.fill(named('textbox', 'Email'), email);
  await tab.fill(css('input[name=password]'), `${password}${keys.enter}`);
  await tab.expectVisible(named('heading', 'Community Showcase'));
}
