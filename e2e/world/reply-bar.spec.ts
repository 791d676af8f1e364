import { findProblems } from '../accessibility.ts';
import { addCategory, addManyReplies, begin } from '../forum.ts';
import { enterAs, makerAndVisitor } from '../posts.ts';
import { expect, test } from '../test.ts';

const windows = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } };

for (const [window, size] of Object.entries(windows))
  test(`the buttons of a post stay large enough next to the reply field on a ${window}`, async ({ page, request, dataFolder }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const category = await addCategory(dataFolder, `Vats of ${maker.member.username}`);
    const topic = await begin(request, maker, { category: category.id, title: 'How long is a slow vat?' });
    await addManyReplies(dataFolder, maker, topic.id, 12);
    await page.setViewportSize(size);
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}/1`);
    const like = page.locator('.topic-post').nth(2).locator('.forum-like');
    await expect(like).toBeAttached();
    // Distances of the like button below the top of the reply bar.
    for (const below of [-30, -12, 4, 20]) {
      await like.evaluate((element, wanted) => {
        const bar = document.querySelector('.reply-bar')!.getBoundingClientRect();
        scrollBy({ top: element.getBoundingClientRect().top - bar.top - wanted, behavior: 'instant' });
      }, below);
      const problems = await findProblems(page);
      expect(
        problems.filter((problem) => problem.startsWith('target-size')),
        `${below} px`,
      ).toEqual([]);
    }
  });
