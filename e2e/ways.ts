import { expect, type Locator, type PlaywrightTestOptions } from '@playwright/test';

/** A way in which a member acts on a page: by mouse, by touch on a phone, or by keyboard. */
export interface Way {
  name: 'mouse' | 'touch' | 'keyboard';
  /** Options of every page of the test. */
  options: Partial<PlaywrightTestOptions>;
  press: (control: Locator) => Promise<void>;
  /** Presses at shares of the area's width and height. Keys move there from the middle, in steps of 5 %. */
  pressAt: (area: Locator, x: number, y: number) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  /** Sets a field of the kind `datetime-local`. In the language of the browser, not of the page, it begins with the month. */
  setTime: (field: Locator, time: string) => Promise<void>;
}

const pointAt = async (area: Locator, x: number, y: number) => {
  const box = (await area.boundingBox())!;
  return { position: { x: box.width * x, y: box.height * y } };
};

const mouse: Way = {
  name: 'mouse',
  options: {},
  press: (control) => control.click(),
  pressAt: async (area, x, y) => area.click(await pointAt(area, x, y)),
  type: async (field, text) => {
    await field.click();
    await field.pressSequentially(text);
  },
  setTime: (field, time) => field.fill(time),
};

const touch: Way = {
  name: 'touch',
  options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  press: (control) => control.tap(),
  pressAt: async (area, x, y) => area.tap(await pointAt(area, x, y)),
  type: async (field, text) => {
    await field.tap();
    // Phones have no keys: their keyboard inserts text.
    await field.page().keyboard.insertText(text);
  },
  // Phones show their own dialog.
  setTime: (field, time) => field.fill(time),
};

/** Moves the focus by keys alone. The test neither clicks nor focuses. */
const keyboard: Way = {
  name: 'keyboard',
  options: {},
  press: async (shown) => {
    // The field of a label takes the focus.
    const control = (await shown.evaluate((element) => element.localName === 'label')) ? shown.locator('input') : shown;
    await reach(control);
    const turns = await control.evaluate((element) => element.matches('input, [role=switch], [role=checkbox]'));
    await control.page().keyboard.press(turns ? 'Space' : 'Enter');
  },
  pressAt: async (area, x, y) => {
    await reach(area);
    const { keyboard: keys } = area.page();
    for (const [share, back, on] of [
      [x, 'ArrowLeft', 'ArrowRight'],
      [y, 'ArrowUp', 'ArrowDown'],
    ] as const)
      for (let steps = Math.round(Math.abs(share - 0.5) / 0.05); steps > 0; steps -= 1)
        await keys.press(`Shift+${share < 0.5 ? back : on}`);
    await keys.press('Enter');
  },
  type: async (field, text) => {
    await reach(field);
    await field.page().keyboard.press('Control+End');
    await field.page().keyboard.type(text);
  },
  setTime: async (field, time) => {
    await reach(field);
    const [year, month, day, hour, minute] = time.split(/\D/);
    const { keyboard: keys } = field.page();
    await keys.type(`${month}${day}${year}`);
    await keys.press('ArrowRight');
    await keys.type(`${hour}${minute}${Number(hour) < 12 ? 'AM' : 'PM'}`);
    await expect(field).toHaveValue(time);
  },
};

export const ways = [mouse, touch, keyboard];

/** Moves the focus as the control's kind requires: arrow keys in menus and rows of tabs, and Tab everywhere else. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  const page = control.page();
  const role = await control.getAttribute('role');
  const tablist = page.getByRole('tablist').filter({ has: control });
  if (role === 'menuitem') return walk(control, 'ArrowDown');
  if (role === 'tab') {
    await walk(tablist.locator('[tabindex="0"]'), await towards(control));
    return walk(control, 'ArrowRight');
  }
  await walk(control, await towards(control));
}

const isFocused = (control: Locator): Promise<boolean> => control.evaluate((element) => element === document.activeElement);

const towards = (control: Locator): Promise<'Tab' | 'Shift+Tab'> =>
  control.evaluate((element) =>
    document.activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab',
  );

async function walk(to: Locator, key: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused(to)) return;
    await to.page().keyboard.press(key);
  }
  throw new Error(`${key} never reached ${String(to)}`);
}

/** Rests a finger on a spot of the area, which has no action in Playwright. */
export async function hold(area: Locator, x: number, y: number): Promise<void> {
  const page = area.page();
  const box = (await area.boundingBox())!;
  const point = { x: box.x + box.width * x, y: box.y + box.height * y };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.locator('.pin-draft').waitFor();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}
