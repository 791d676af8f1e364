import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { expect, test } from '../test.ts';

test(
  'a critic pins points by pointer and by keyboard; the author replies, marks one and closes',
  { tag: '@world' },
  async ({ page, browser, request, dataFolder }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const id = await post(request, maker, { title: 'At the well' });
    await enterAs(page, maker, `/post/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ask for critique' }).click();
    await page.getByLabel('Your question').fill('Is the wall too much?');
    await page.getByRole('button', { name: 'Ask for critique' }).click();
    await expect(page.getByText('Is the wall too much?')).toBeVisible();

    const critics = await browser.newPage();
    await enterAs(critics, visitor, '/critique');
    await critics.getByRole('link', { name: /Is the wall too much\?/ }).click();
    await critics.getByRole('button', { name: 'Place a pin' }).click();
    const photo = (await critics.locator('.pin-field').boundingBox())!;
    await critics.locator('.pin-field').click({ position: { x: photo.width * 0.2, y: photo.height * 0.2 } });
    await critics.getByLabel('Your critique').fill('The arch is too bright.');
    await critics.getByRole('button', { name: 'Send' }).click();
    await expect(critics.getByRole('button', { name: /^Pin 1, upper left: The arch/ })).toBeVisible();
    await critics.getByRole('heading', { level: 1 }).focus();
    await critics.keyboard.press('p');
    for (let step = 0; step < 8; step += 1) await critics.keyboard.press('Shift+ArrowRight');
    await critics.keyboard.press('Enter');
    await critics.getByLabel('Your critique').fill('Keep this wall.');
    await critics.getByRole('button', { name: 'Send' }).click();
    await expect(critics.getByRole('button', { name: /^Pin 2, right: Keep this wall/ })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: /^Pin 1, upper left: The arch/ }).click();
    const thread = page.locator('.critique-thread[data-open]');
    await thread.getByRole('button', { name: /^Reply to/ }).click();
    await thread.getByRole('textbox').fill('I wanted that.');
    await thread.getByRole('button', { name: 'Send' }).click();
    await expect(thread.getByText('I wanted that.')).toBeVisible();
    await thread.getByRole('button', { name: 'Mark as helpful' }).click();
    await expect(thread.getByRole('button', { name: 'Helpful' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Close critique' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await critics.reload();
    await expect(critics.getByText('Critique closed')).toBeVisible();
    await expect(critics.getByRole('button', { name: 'Place a pin' })).toHaveCount(0);
    await critics.close();
  },
);
