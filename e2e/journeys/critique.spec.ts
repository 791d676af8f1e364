import type { Page } from '@playwright/test';
import { findProblems } from '../accessibility.ts';
import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { expect, test } from '../test.ts';
import { hold, type Way, ways } from '../ways.ts';

for (const by of ways)
  test.describe(`by ${by.name}`, () => {
    test.use(by.options);

    test(
      'the author asks for critique, a critic pins two spots, the author replies, marks one and closes',
      { tag: '@world' },
      async ({ page, browser, request, dataFolder }) => {
        const { maker, visitor } = await makerAndVisitor(dataFolder);
        const id = await post(request, maker, { title: 'At the well' });
        const question = `Is the wall too much, ${by.name}?`;
        await enterAs(page, maker, `/post/${id}`);
        await by.press(page.getByRole('button', { name: 'More', exact: true }));
        await by.press(page.getByRole('menuitem', { name: 'Ask for critique' }));
        await by.type(page.getByLabel('Your question'), question);
        await by.press(page.getByRole('button', { name: 'Ask for critique' }));
        await expect(page.getByText(question)).toBeVisible();

        const critics = await browser.newPage();
        await enterAs(critics, visitor, '/critique');
        await by.press(critics.getByRole('link', { name: question }));
        await by.press(critics.getByRole('button', { name: 'Place a pin' }));
        await by.pressAt(critics.locator('.pin-field'), 0.2, 0.2);
        await write(critics, by, 'The arch is too bright.');
        await expect(critics.getByRole('button', { name: /^Pin 1, upper left: The arch/ })).toBeVisible();
        await expect(critics.getByRole('dialog')).toHaveCount(0);
        if (by.name === 'touch') await hold(critics.locator('.viewer-photo'), 0.9, 0.5);
        else {
          await by.press(critics.getByRole('button', { name: 'Place a pin' }));
          await by.pressAt(critics.locator('.pin-field'), 0.9, 0.5);
        }
        await write(critics, by, 'Keep this wall.');
        const wall = critics.getByRole('button', { name: /^Pin 2, right: Keep this wall/ });
        await by.press(wall);
        await expect(critics.locator('.critique-thread[data-open]')).toContainText('Keep this wall.');
        await expect(wall).toBeInViewport({ ratio: 1 });
        expect(await findProblems(critics)).toEqual([]);

        await page.reload();
        await by.press(page.getByRole('button', { name: /^Pin 1, upper left: The arch/ }));
        const thread = page.locator('.critique-thread[data-open]');
        await by.press(thread.getByRole('button', { name: /^Reply to/ }));
        await by.type(thread.getByRole('textbox'), 'I wanted that.');
        await by.press(thread.getByRole('button', { name: 'Send' }));
        await expect(thread.getByText('I wanted that.')).toBeVisible();
        await by.press(thread.getByRole('button', { name: 'Mark as helpful' }));
        await expect(thread.getByRole('button', { name: 'Helpful' })).toHaveAttribute('aria-pressed', 'true');
        if (by.name === 'touch') {
          await by.press(page.getByRole('button', { name: 'Next critique' }));
          await expect(thread).toContainText('Keep this wall.');
          await by.press(page.getByRole('button', { name: 'Close', exact: true }));
        }
        await by.press(page.getByRole('button', { name: 'Close critique' }));
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
        await critics.reload();
        await expect(critics.getByText('Critique closed')).toBeVisible();
        await expect(critics.getByRole('button', { name: 'Place a pin' })).toHaveCount(0);
        expect(await findProblems(critics)).toEqual([]);
        await critics.close();
      },
    );
  });

async function write(critics: Page, by: Way, text: string): Promise<void> {
  await by.type(critics.getByLabel('Your critique'), text);
  await by.press(critics.getByRole('button', { name: 'Send' }));
  await expect(critics.getByLabel('Your critique')).toBeHidden();
}
