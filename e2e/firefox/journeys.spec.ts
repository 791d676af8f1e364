import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { photoFromCamera } from '../image-files.ts';
import { newMember, type NewMember, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { follows } from '../people.ts';
import { headersOf, post, someoneNew } from '../posts.ts';
import { program } from './program.ts';
import { css, keys, named, type Tab, words } from './tab.ts';
import { test } from './test.ts';

test.skip(program === null, 'Firefox is not installed on this machine.');

test('a newcomer registers, is shown around and posts a photo', async ({ tab, dataFolder }, testInfo) => {
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
  await test.step('be shown around', async () => {
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
    await tab.fill(named('textbox', 'Alt text: describe the image'), 'Four fields of colour');
    await tab.fill(named('textbox', 'Title'), 'Adire for Ọ̀ṣun');
    await tab.click(named('button', 'Share'));
    await tab.expectVisible(words('Photo uploaded successfully!'));
    await tab.expectVisible(named('image', 'Four fields of colour'));
  });
});

test('a member signs in, likes a photo, comments on it and follows its maker', async ({ tab, request, dataFolder }) => {
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

test('a setting that was changed is kept after a reload', async ({ tab, dataFolder }) => {
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

async function signIn(tab: Tab, { email, password }: NewMember): Promise<void> {
  await tab.goto('/login');
  await tab.click(named('button', 'Skip'));
  await tab.fill(named('textbox', 'Email'), email);
  await tab.fill(css('input[name=password]'), `${password}${keys.enter}`);
  await tab.expectVisible(named('heading', 'Community Showcase'));
}
