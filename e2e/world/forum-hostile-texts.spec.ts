import type { APIRequestContext, Page } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { addCategory, begin, type MadeTopic, postNumber, reply, uploadImage } from '../forum.ts';
import { hostileTexts, packed, strangeElements, watchIntrusions } from '../hostile-texts.ts';
import { enterAs, headersOf, someoneNew, type Someone } from '../posts.ts';
import { expect, test } from '../test.ts';

/** A word in every text, for the search. */
const common = 'hostile';
const oneLine = hostileTexts.map((text) => text.replaceAll(/[\u0000-\u001f\u2028]/g, ' '));

/** Markdown contexts with parsing rules of their own. */
const contexts: ((text: string) => string)[] = [
  (text) => text,
  (text) => `[words](${text})`,
  (text) => `![${text}](https://elsewhere.invalid/a.png)`,
  (text) => `<${text}>`,
  (text) => `~~~${text}\n${text}\n~~~`,
  (text) => `| ${text} |\n|---|\n| ${text} |`,
  (text) => `# ${text}\n\n- **${text}**`,
];

interface World {
  /** The reader, and author of the last post. */
  reader: Someone;
  category: { id: string; slug: string };
  topic: MadeTopic;
  titled: MadeTopic;
  lastNumber: number;
}

/** Creates a topic with every text in every context, and uses some texts in all other fields. */
async function writeAll(request: APIRequestContext, dataFolder: string): Promise<World> {
  const reader = await someoneNew(dataFolder, 'Zuhura Kamau', { plan: 'Premium' });
  const authors = await Promise.all(['Ada', 'Olu', 'Efe', 'Ife'].map((name) => someoneNew(dataFolder, name)));
  const author = (index: number): Someone => authors[index % authors.length]!;
  const category = await addCategory(dataFolder, 'Hostile');
  const [name, description] = [packed(oneLine, 60, ' ')[0], packed(oneLine, 500, ' ')[3]];
  await withDatabase({ dataFolder }, (db) =>
    db.query('update forum_categories set name = $2, description = $3 where id = $1', [category.id, name, description]),
  );
  const titles = packed(oneLine, 150, ' ');
  const titled = await Promise.all(
    titles
      .filter((_, index) => index % Math.ceil(titles.length / 15) === 0)
      .map((title, index) => begin(request, author(index), { category: category.id, title: `${index} ${title}` })),
  );
  const choices = packed(oneLine, 120, ' ').slice(0, 12);
  const poll = { question: packed(oneLine, 150, ' ')[9]!, choices };
  const topic = await begin(request, author(0), { category: category.id, title: titles[1]!, body: `${common} ${hostileTexts[0]}`, poll });

  const images = await Promise.all(
    packed(oneLine, 900, ' ')
      .slice(0, 4)
      .map((alt) => uploadImage(request, author(1), { color: '#a33c1e', alt })),
  );
  const bodies = [
    images.map((id, index) => `![${index % 2 ? oneLine[index] : ''}](photo:${id})`).join('\n\n'),
    ...contexts.flatMap((into) => packed(hostileTexts.map(into), 10_000, '\n\n')),
  ];
  const written = await Promise.all(
    bodies.map((body, index) => reply(request, author(index + 1), topic.id, `${common} @${reader.member.username} ${body}`)),
  );
  const quote = packed(oneLine, 8_000, '\n> ')[0]!;
  const last = await reply(request, reader, topic.id, `${common} first`, written[1]!.id);
  const quoting = `> [!quote ${written[1]!.id}]\n> ${quote}`;
  for (const body of [packed(hostileTexts, 8_000, '\n\n')[0]!, `${common} ${quoting}`]) {
    const changed = await request.put(`/api/v1/forum/topics/${topic.id}/posts/${last.id}`, { headers: headersOf(reader), data: { body } });
    expect(changed.status(), await changed.text()).toBe(200);
  }
  const draft = { body: packed(hostileTexts, 8_000, '\n\n')[1]!, version: 0 };
  const kept = await request.put(`/api/v1/forum/drafts/topic:${topic.id}`, { headers: headersOf(reader), data: draft });
  expect(kept.status(), await kept.text()).toBe(200);
  return { reader, category, topic, titled: titled[0]!, lastNumber: last.number };
}

const expectOwnElements = async (page: Page): Promise<void> => expect(await strangeElements(page)).toEqual([]);
const preview = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('ran()');
  await expectOwnElements(page);
};

test.describe('hostile texts in the forum', () => {
  test('hostile texts in the forum are plain text everywhere: nothing runs, loads or opens', async ({
    page,
    context,
    request,
    baseURL,
    dataFolder,
  }) => {
    const { reader, category, topic, titled, lastNumber } = await writeAll(request, dataFolder);
    const seen = await watchIntrusions(context, baseURL!);

    await test.step('lists: category descriptions and titles', async () => {
      await enterAs(page, reader, `/forum/c/${category.slug}`);
      await expect(page.getByText(titled.title).first()).toBeVisible();
      await expectOwnElements(page);
      await page.goto('/forum');
      await expect(page.getByRole('main')).toContainText('ran()');
      await expectOwnElements(page);
    });
    await test.step('a title, a poll and every post', async () => {
      await page.goto(`/forum/t/${topic.id}/${topic.slug}/1`);
      for (let number = 1; number <= lastNumber; number += 1) {
        await expect(postNumber(page, number)).toContainText(common);
        await postNumber(page, number).evaluate((element) => element.scrollIntoView({ block: 'end' }));
        await expectOwnElements(page);
      }
    });
    await test.step('an earlier version of a post, and its diff', async () => {
      const own = postNumber(page, lastNumber);
      await own.getByRole('button', { name: 'edited' }).click();
      await expect(page.getByRole('dialog')).toContainText('ran()');
      await expectOwnElements(page);
      await page.keyboard.press('Escape');
      await own.getByRole('button', { name: /^More/ }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveValue(/ran\(\)/);
      await preview(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
    });
    await test.step('a draft and its preview', async () => {
      await page.goto(`/forum/t/${topic.id}/${topic.slug}/${lastNumber}`);
      await page.getByRole('button', { name: /Draft from today/ }).click();
      await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue(/ran\(\)/);
      await preview(page);
    });
    for (const [name, at, shown] of [
      ['the gallery', `/forum/t/${topic.id}/${topic.slug}?tab=gallery`, '<script>ran()'],
      ['what a search finds', `/forum/search?q=${common}`, 'ran()'],
      ['notifications', '/notifications', 'ran()'],
    ] as const)
      await test.step(name, async () => {
        await page.goto(at);
        await expect(page.getByRole('main')).toContainText(shown);
        await expectOwnElements(page);
      });
    expect(hostileTexts.length).toBeGreaterThan(800);
    expect(seen).toEqual([]);
  });

  test('hostile texts that are inserted as HTML run, and the checks notice them', async ({ page, context, baseURL, complaints }) => {
    const seen = await watchIntrusions(context, baseURL!);
    await page.route('**/taken-for-html', (route) =>
      route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': "img-src 'self'" }, body: '<body></body>' }),
    );
    await page.goto('/taken-for-html');
    await page.evaluate(
      (texts) => {
        for (const text of texts) {
          const frame = document.createElement('iframe');
          frame.srcdoc = text;
          document.body.append(frame);
        }
      },
      hostileTexts.filter((_, index) => index % 9 === 0 || index < 10 || hostileTexts[index]!.includes('stylesheet')),
    );
    for (const kind of [/^script/, /^dialog: 1/, /^request: https:\/\/elsewhere\.invalid/, /^policy: img-src/])
      await expect.poll(() => seen.some((one) => kind.test(one)), { message: String(kind) }).toBe(true);
    await page.setContent('<a href="javascript:ran()" onclick="ran()">words</a>');
    expect(await strangeElements(page)).toHaveLength(1);
    complaints.splice(0);
  });
});
