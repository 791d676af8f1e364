import type { Browser, Page } from '@playwright/test';
import { addCategory, postNumber } from '../forum.ts';
import { bringIn, newMember, type NewMember, skipSplash, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { enterAs, plainImage } from '../posts.ts';
import { answerTo } from '../screen.ts';
import { expect, test } from './test.ts';
import { wordsIn } from './words-in.ts';

/** Texts that members write in each language. */
const texts = {
  ar: {
    name: 'ليلى منصور',
    work: 'نسّاجة',
    bio: 'أنسج القماش في طنجة.',
    photo: 'باب أزرق',
    comment: 'ما أجمله!',
    topic: 'أي نيل أفضل؟',
    body: 'ما رأيكم؟',
    reply: 'نيل كانو.',
  },
  fr: {
    name: 'Léa Diop',
    work: 'Tisserande',
    bio: 'Je tisse à Dakar.',
    photo: 'Une porte bleue',
    comment: 'Quelle lumière !',
    topic: 'Quel indigo choisir ?',
    body: 'Qu’en dites-vous ?',
    reply: 'Celui de Kano.',
  },
} as const;
type Language = keyof typeof texts;
const directions = { ar: 'rtl', fr: 'ltr' };
const visitorsName = 'Ńkẹ́m Okonkwo';

// The project sets the locale: Arabic in `npm test`, French in `npm run test:world`.
test(
  'a newcomer registers, shares a photo, writes in the forum and changes the language',
  { tag: '@main' },
  async ({ page, browser, baseURL, dataFolder, locale }) => {
    if (locale !== 'ar' && locale !== 'fr') throw new Error(`No journey is written in ${locale}.`);
    const newcomer = { ...newMember('Zz'), name: texts[locale].name };
    const theirs = await visitorIn(locale, { browser, baseURL, dataFolder });
    await test.step('registers and verifies', () => register(page, locale, { newcomer, dataFolder }));
    await test.step('completes onboarding', () => beShownAround(page, locale));
    await test.step('shares a photo', () => sharePhoto(page, locale));
    await test.step('another member likes it, comments and follows', () => likeAnswerAndFollow(theirs, locale, newcomer));
    const { id } = await addCategory(dataFolder, `Indigo, ${locale}`);
    await test.step('starts a topic', () => beginTopic(page, locale, id));
    await test.step('gets a reply', () => replyIn(theirs, locale, page.url()));
    await test.step('reads the notifications', () => readNotifications(page, locale));
    await test.step('chooses English', () => chooseEnglish(page, locale));
    await theirs.context().close();
  },
);

/** Opens a browser of a member who reads the same language. */
async function visitorIn(
  locale: Language,
  { browser, baseURL, dataFolder }: { browser: Browser; baseURL: string | undefined; dataFolder: string },
): Promise<Page> {
  const session = await bringIn(dataFolder, { ...newMember('Zz'), name: visitorsName });
  const context = await browser.newContext({ locale, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await enterAs(page, session, '/plans');
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  return page;
}

async function register(
  page: Page,
  locale: Language,
  { newcomer: { name, username, email, password }, dataFolder }: { newcomer: NewMember; dataFolder: string },
): Promise<void> {
  const words = await wordsIn(locale, 'auth');
  await page.goto('/register');
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.locator('html')).toHaveAttribute('dir', directions[locale]);
  await skipSplash(page);
  for (const [label, text] of [
    [words.name, name],
    [words.username, username],
    [words.email, email],
    [words.phone, '803 123 4567'],
    [words.password, password],
    [words.confirmPassword, password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: words.create, exact: true }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText((await wordsIn(locale, 'sentences')).registered)).toBeVisible();
  // The mail is also in the member's language.
  await linkMailedTo(dataFolder, email, new RegExp(`<html lang="${locale}" dir="${directions[locale]}">`));
  await page.goto(await linkMailedTo(dataFolder, email, verificationLink));
  await expect(page).toHaveURL(/\/onboarding$/);
}

async function beShownAround(page: Page, locale: Language): Promise<void> {
  const words = await wordsIn(locale, 'onboarding');
  const next = page.getByRole('button', { name: words.next, exact: true });
  await expect(page.getByText(words.step({ step: 1, steps: 4 }))).toBeVisible();
  await next.click();
  await page.getByLabel(words.gender, { exact: true }).selectOption({ label: words.female });
  await page.getByLabel(words.dateOfBirth, { exact: true }).fill('1990-04-12');
  await page.getByLabel(words.occupation, { exact: true }).fill(texts[locale].work);
  await next.click();
  await page.getByLabel(words.bio, { exact: true }).fill(texts[locale].bio);
  await next.click();
  await page.getByText((await wordsIn(locale, 'starting-categories')).textile, { exact: true }).click();
  await expect(page.getByText(words.chosen({ count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: words.complete, exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('heading', { level: 1, name: (await wordsIn(locale, 'shell')).showcase })).toBeVisible();
}

async function sharePhoto(page: Page, locale: Language): Promise<void> {
  const title = texts[locale].photo;
  const [feed, shell, composer] = [await wordsIn(locale, 'feed'), await wordsIn(locale, 'shell'), await wordsIn(locale, 'composer')];
  const picker = await wordsIn(locale, 'image-picker');
  await page.getByRole('button', { name: feed.upload, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: shell.shareAPhoto });
  const file = { name: '1.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#1f2f7a') };
  await dialog.getByLabel(picker.photos, { exact: true }).setInputFiles(file);
  await dialog.getByLabel(picker.altTextFor({ position: 1 })).fill(title);
  await dialog.getByLabel(composer.title, { exact: true }).fill(title);
  await dialog.getByRole('button', { name: composer.share, exact: true }).click();
  await expect(page.getByText((await wordsIn(locale, 'sentences')).uploaded)).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(title);
}

async function likeAnswerAndFollow(page: Page, locale: Language, { name, username }: NewMember): Promise<void> {
  const { photo, comment } = texts[locale];
  const [photos, comments] = [await wordsIn(locale, 'photos'), await wordsIn(locale, 'comments')];
  await page.goto('/feed');
  await page.getByRole('link', { name: photo }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: photo })).toBeVisible();
  const like = page.getByRole('button', { name: photos.like, exact: true });
  const kept = [answerTo(page, 'POST', /\/like$/), answerTo(page, 'POST', /\/comments$/)];
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel(comments.yourComment).fill(comment);
  await page.getByRole('button', { name: comments.send, exact: true }).click();
  await expect(page.getByRole('region', { name: comments.comments }).getByText(comment)).toBeVisible();
  await Promise.all(kept);

  const follows = await wordsIn(locale, 'follows');
  await page.goto(`/user/${username}`);
  const followed = answerTo(page, 'POST', /\/follow$/);
  await page.getByRole('button', { name: follows.followMember({ name }) }).click();
  await expect(page.getByRole('button', { name: follows.followingMember({ name }) })).toBeVisible();
  await followed;
}

async function beginTopic(page: Page, locale: Language, category: string): Promise<void> {
  const words = await wordsIn(locale, 'new-topic');
  await page.goto(`/forum/new?category=${category}`);
  await page.getByRole('textbox', { name: words.title, exact: true }).fill(texts[locale].topic);
  await page.getByRole('textbox', { name: words.body }).fill(texts[locale].body);
  await page.getByRole('button', { name: words.post, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts[locale].topic })).toBeVisible();
}

async function replyIn(page: Page, locale: Language, topic: string): Promise<void> {
  const words = await wordsIn(locale, 'topic-writing');
  await page.goto(topic);
  await page.getByRole('button', { name: words.replyTo({ name: texts[locale].name.split(' ')[0] ?? '' }) }).click();
  const form = page.getByRole('form', { name: words.yourReply });
  await form.getByRole('textbox').fill(texts[locale].reply);
  await form.getByRole('button', { name: words.reply, exact: true }).click();
  await expect(postNumber(page, 2).getByText(texts[locale].reply)).toBeVisible();
}

async function readNotifications(page: Page, locale: Language): Promise<void> {
  const [words, sentences] = [await wordsIn(locale, 'notifications'), await wordsIn(locale, 'notification-sentences')];
  const { photo, topic } = texts[locale];
  const by = { name: visitorsName, b: (text: string) => text };
  await page.goto('/notifications');
  // Other tests of the server begin challenges, of which each member is notified.
  const names = [4, 5, 6, 7, 8].map((count) => words.bellWithUnread({ count }));
  await expect(page.getByRole('button', { name: new RegExp(`^(?:${names.join('|')})$`) })).toBeVisible();
  for (const sentence of [
    sentences.photoLiked({ ...by, title: photo }),
    sentences.photoCommented({ ...by, title: photo }),
    sentences.followed(by),
    sentences.repliedInYourTopic({ ...by, title: topic }),
  ])
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: sentence.join('') }),
    ).toBeVisible();
}

async function chooseEnglish(page: Page, locale: Language): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('combobox', { name: (await wordsIn(locale, 'languages')).language }).selectOption('English');
  await page.getByRole('button', { name: (await wordsIn(locale, 'ui')).save, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1, name: 'Forum Settings' })).toBeVisible();
}
