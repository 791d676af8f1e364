import { expect } from '@playwright/test';
import type { Bidi } from './bidi.ts';

type Locator = { type: 'accessibility'; value: { role: string; name: string } } | { type: 'css' | 'xpath'; value: string };

/** Finds an element by role and exact accessible name. */
export const named = (role: string, name: string): Locator => ({ type: 'accessibility', value: { role, name } });
export const words = (value: string): Locator => ({ type: 'xpath', value: `//*[text()[contains(., "${value}")]]` });
export const css = (value: string): Locator => ({ type: 'css', value });

/** WebDriver code points of keys without a character. */
export const keys = { tab: '\uE004', enter: '\uE007' };

interface Node {
  sharedId: string;
}

interface Ran<Value> {
  result: { value: Value };
  exceptionDetails?: { text: string };
}

type Test = (element: HTMLElement, state: string) => boolean | Promise<boolean>;

export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Opens a tab with its own cookies and storage. Each action waits until it is possible. */
export async function openTab(bidi: Bidi, baseURL: string) {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext');
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  const send = <Result>(method: string, params: object) => bidi.send<Result>(method, { context, ...params });

  const run = async <Value>(script: (...given: never[]) => unknown, ...given: object[]): Promise<Value> => {
    const call = { functionDeclaration: String(script), arguments: given, awaitPromise: true, target: { context } };
    const { result, exceptionDetails } = await bidi.send<Ran<Value>>('script.callFunction', call);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  };
  /** Returns the first element that passes the test. Retries, because the page may re-render at any moment. */
  const find = async (target: Locator, test: Test, state = '*'): Promise<Node> => {
    let found: Node | undefined;
    await expect(async () => {
      const { nodes } = await send<{ nodes: Node[] }>('browsingContext.locateNodes', { locator: target });
      found = undefined;
      for (const { sharedId } of nodes)
        if (found === undefined && (await run<boolean>(test, { sharedId }, { type: 'string', value: state }))) found = { sharedId };
      expect(found, `${target.type} ${JSON.stringify(target.value)} ${state}`).toBeDefined();
    }).toPass();
    return found!;
  };
  const click = async (target: Locator): Promise<void> => {
    const move = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: await find(target, canBeClicked) } };
    const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    await send('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions: [move, ...press] }] });
  };
  const type = async (text: string): Promise<void> => {
    const strokes = Array.from(text, (value) => ['keyDown', 'keyUp'].map((stroke) => ({ type: stroke, value }))).flat();
    await send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
  };

  return {
    goto: (address: string) => send('browsingContext.navigate', { url: new URL(address, baseURL).href, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { wait: 'complete' }),
    close: () => bidi.send('browser.removeUserContext', { userContext }),
    expectPath: (path: string) => expect(async () => expect(await run(() => location.pathname)).toBe(path)).toPass(),
    /** `state` is a CSS selector, such as `:checked`. */
    expectVisible: (target: Locator, state?: string) => find(target, isVisible, state),
    click,
    type,
    fill: async (target: Locator, text: string) => {
      await click(target);
      await type(text);
    },
    /** Focuses the list and types the beginning of an option. */
    choose: async (target: Locator, option: string) => {
      await run((list: HTMLElement) => list.focus(), await find(target, isVisible));
      await type(option);
    },
    setFiles: async (target: Locator, files: string[]) => send('input.setFiles', { element: await find(target, () => true), files }),
  };
}

const isVisible: Test = (element, state) =>
  element.matches(state) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** Returns whether the element is enabled, unmoved for two frames, and not covered at its center. */
const canBeClicked: Test = async (element) => {
  if (element.matches(':disabled')) return false;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxAtNextFrame = () => new Promise<DOMRect>((resolve) => requestAnimationFrame(() => resolve(element.getBoundingClientRect())));
  const before = await boxAtNextFrame();
  const { x, y, width, height } = await boxAtNextFrame();
  return x === before.x && y === before.y && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};
