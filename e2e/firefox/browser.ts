import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { browserTimeZone } from '../browser-time-zone.ts';
import { findProgram } from '../find-program.ts';

const preferences = {
  'intl.accept_languages': 'en-GB, en',
  'intl.locale.requested': 'en-GB',
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  // Blocks requests beyond this machine by a proxy address without a listener.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Message about a font that was loading when the page was left: NS_BINDING_ABORTED. */
const leftBehind = /^downloadable font: download failed .* status=2152398850/;

interface LogEntry {
  level: string;
  text: string | null;
  stackTrace?: { callFrames: { url: string }[] };
}

export interface Firefox {
  bidi: Bidi;
  /** Problems that pages wrote to the console. */
  complaints: string[];
  close(): Promise<void>;
}

/** Starts Firefox without a window, on its own profile. */
export async function startFirefox(program: string): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'mbari-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, TZ: browserTimeZone() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  process.once('exit', () => child.kill());

  const complaints: string[] = [];
  const bidi = await connectBidi(`${await addressOf(child)}/session`, (method, params) => {
    if (method !== 'log.entryAdded') return;
    const { level, text, stackTrace } = params as LogEntry;
    if (['error', 'warn'].includes(level) && !leftBehind.test(text ?? ''))
      complaints.push(`${level}: ${text} (${stackTrace?.callFrames[0]?.url ?? 'no script'})`);
  });
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });

  return {
    bidi,
    complaints,
    close: async () => {
      await bidi.send('browser.close');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the address with the free port that Firefox prints. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('Firefox was started without its output.');
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Firefox ended:\n${said.join('\n')}`);
}

/** A WebDriver BiDi message (https://w3c.github.io/webdriver-bidi): the answer to a command, or an event. */
type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: string; params: unknown };

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

interface Bidi {
  send<Result>(method: string, params?: object): Promise<Result>;
}

/** Connects by BiDi directly, because Playwright always sends a command that Firefox ESR refuses. */
async function connectBidi(url: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`No WebDriver BiDi at ${url}`)), { once: true });
  });
  const pending = new Map<number, Pending>();
  let sent = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') return onEvent(message.method, message.params);
    const command = pending.get(message.id ?? 0);
    pending.delete(message.id ?? 0);
    if (message.type === 'success') command?.resolve(message.result);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection.'));
    pending.clear();
  });

  return {
    send: <Result>(method: string, params: object = {}) =>
      new Promise<Result>((resolve, reject) => {
        sent += 1;
        pending.set(sent, { resolve: (result) => resolve(result as Result), reject });
        socket.send(JSON.stringify({ id: sent, method, params }));
      }),
  };
}

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

/** Path of Firefox; null with a console message if it is missing. */
export const program = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr');
