import type { Locator, Page } from '@playwright/test';
import type { Reader } from './unmarked-text.ts';

const openDialog = 'dialog[open]';

/** Presses buttons, at most two with the same action, and the items of their menus. Submits the forms of opened dialogs unchanged. */
export async function pressEverything(
  page: Page,
  reader: Reader,
  scope: string,
  { except = [] }: { except?: string[] } = {},
): Promise<void> {
  const address = page.url();
  const left = except.map((selector) => `:not(${selector})`).join('');
  const buttons = page.locator(`${scope} button:visible:enabled:not([role=menuitem], [aria-disabled=true])${left}`);
  const pressed = new Map<string, number>();
  for (let index = 0; await isThere(buttons.nth(index)); index += 1) {
    const act = await buttons.nth(index).evaluate(nameOfAct);
    pressed.set(act, (pressed.get(act) ?? 0) + 1);
    if (pressed.get(act)! > 2) continue;
    await buttons.nth(index).click();
    await reader.check(`${address}: button ${index}`);
    const items = page.locator('[role=menuitem]');
    for (let item = 0; await isThere(items.nth(item)); item += 1) {
      await items.nth(item).click();
      await tryForm(page, reader, `${address}: button ${index}, item ${item}`);
      await comeBack(page, address);
      if (await isThere(buttons.nth(index))) await buttons.nth(index).click();
    }
    await tryForm(page, reader, `${address}: button ${index}`);
    await comeBack(page, address);
  }
}

/** Runs in the page. Returns a button's name without member names, because lists repeat the button for each item. */
function nameOfAct(button: Element): string {
  const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
  return `${button.getAttribute('class') ?? ''} ${name.replaceAll(/\p{Script=Ethiopic}+/gu, '')}`;
}

/** Submits the open dialog if it has fields. Confirms no questions. */
async function tryForm(page: Page, reader: Reader, where: string): Promise<void> {
  await reader.check(where);
  const dialog = page.locator(openDialog).last();
  if (!(await isThere(dialog.locator('input, select, textarea').first()))) return;
  await dialog.locator('button:visible:enabled:not([aria-disabled=true])').last().click();
  await reader.check(`${where}, sent`);
}

async function comeBack(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Escape');
  if (page.url() === address && !(await isThere(page.locator(openDialog)))) return;
  await page.goto(address);
  await page.locator('h1').first().waitFor();
}

/** Does not wait, because `check` has waited until the page stopped changing. */
const isThere = async (what: Locator): Promise<boolean> => (await what.all()).length > 0;
