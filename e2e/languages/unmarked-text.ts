import { expect, type Page, type Request } from '@playwright/test';
import { findFaintTexts, findProblems } from '../accessibility.ts';
import { findMisfits, open, openCold, overflowsAtLargeText } from '../layout.ts';

/**
 * Text that may stay unmarked: English that the browser itself produces (durations, times and their zone, sizes, lists) and names that are the same in every
 * language.
 */
const spoken = [
  /\b(?:in )?\d+ (?:second|minute|hour|day|week|month|year)s?(?: ago)?\b/gi,
  /\b(?:yesterday|today|tomorrow|now|(?:last|this|next) \w+)\b/gi,
  /\b\d+ (?:[kMG]?B|px)\b|\b(?:and|at|West Africa Time)\b/g,
  /[\w.]+@[\w.]+|https?:\/\/\S*|\b(?:Mbari|AVIF|HEIC|WhatsApp|Twitter|LinkedIn|GitHub|Instagram|Flickr|Pixelfed|Facebook)\b/g,
  // Usernames, and the names of the test's languages.
  /\bzz\.[a-z\d]+\b|\bEnglish(?: \(Pseudo-Accents\))?/g,
];

/** Runs in the page. Returns the browser's names of days, months and countries, which may differ from Node's. */
function spokenNames(): string[] {
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2024, index, 1)));
  const days = [...months, ...Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2024, 0, index + 1)))];
  const dates = (['long', 'short'] as const).flatMap((length) =>
    days.flatMap((day) => [
      day.toLocaleDateString('en-GB', { month: length, timeZone: 'UTC' }),
      day.toLocaleDateString('en-GB', { weekday: length, timeZone: 'UTC' }),
    ]),
  );
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const regions = (['long', 'short'] as const).map((style) => new Intl.DisplayNames('en', { type: 'region', style }));
  const countries = letters.flatMap((one) => letters.flatMap((two) => regions.map((names) => names.of(one + two) ?? '')));
  return [...dates, ...countries.filter((name) => name.length > 2)];
}

const usual = { width: 1280, height: 720 };
const phone = { width: 360, height: 740 };

/**
 * Reads pages of the pseudo-locale, where catalogue texts are accented and longer. Records unaccented text. Inspects each screen in every
 * window size, and runs axe once for each screen and dialog.
 */
export class Reader {
  readonly faults = new Set<string>();
  private readonly audited = new Set<string>();
  private readonly page: Page;
  private readonly data: readonly string[];
  private known: string[] = [];
  private pending = 0;

  /** `data`: texts and names that members wrote. */
  constructor(page: Page, data: readonly string[]) {
    this.page = page;
    this.data = data;
    // Calls of the API, and the code of dialogs.
    const isAwaited = (request: Request): boolean =>
      ['script', 'stylesheet'].includes(request.resourceType()) ||
      (request.url().includes('/api/v1/') && !request.url().includes('/api/v1/events'));
    const end = (request: Request) => (this.pending -= isAwaited(request) ? 1 : 0);
    page.on('request', (request) => (this.pending += isAwaited(request) ? 1 : 0));
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Opens another state of an inspected screen, and checks its text and open dialogs. */
  async goto(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('h1').first().waitFor();
    await this.check(address);
  }

  /** Opens a screen at phone size and checks text, layout and accessibility there and in wider windows. */
  async inspect(address: string): Promise<void> {
    const add = (faults: string[]): void => {
      for (const fault of faults) this.faults.add(`${address} ${fault}`);
    };
    await this.page.setViewportSize(phone);
    await this.page.emulateMedia({ colorScheme: 'dark' });
    add(await this.openInEnglish(address));
    await open(this.page, address);
    await this.check(`${address} on a phone`);
    add(await findProblems(this.page));
    add(await findMisfits(this.page, 320, 740));
    add(await findMisfits(this.page, 768, 1024));
    await this.page.emulateMedia({ colorScheme: 'light' });
    add(await findMisfits(this.page, 1440, 900));
    add(await findFaintTexts(this.page));
    await this.page.setViewportSize(usual);
    await this.check(address);
  }

  /**
   * Loads a screen in English and without the font of the Ethiopic letters in members' texts, because fonts of rare letters load late and
   * move text. Returns layout shifts and overflow at 200 % text size.
   */
  private async openInEnglish(address: string): Promise<string[]> {
    const context = this.page.context();
    const name = 'mbari_locale';
    await context.addCookies([{ name, value: 'en', url: new URL('/', this.page.url()).href }]);
    const fonts = '**/sans-ethiopic-*.woff2';
    await this.page.route(fonts, (route) => route.abort());
    const moved = await openCold(this.page, address);
    const overflow = await overflowsAtLargeText(this.page);
    await this.page.unroute(fonts);
    await context.clearCookies({ name });
    return [...moved, ...overflow];
  }

  /** Checks all text of the page, and its dialogs and menus, once nothing changes any more. */
  async check(where: string): Promise<void> {
    let before = '';
    let now = '';
    await expect
      .poll(
        async () => {
          before = now;
          now = await this.page.evaluate(fingerprint);
          return this.pending <= 0 && before === now;
        },
        { message: `${where} comes to rest`, intervals: [50] },
      )
      .toBe(true);
    for (const state of await this.page.evaluate(openStates)) await this.audit(where, state);
    if (this.known.length === 0)
      this.known = [...this.data, ...(await this.page.evaluate(spokenNames))].toSorted((a, b) => b.length - a.length);
    for (const text of await this.page.evaluate(everyText)) if (this.isUnmarked(text)) this.faults.add(`${where}: ${text}`);
  }

  /** Runs axe once for each named state of a screen: a dialog, a menu, a list of options or a form with errors. */
  async audit(where: string, state = where): Promise<void> {
    if (this.audited.has(state)) return;
    this.audited.add(state);
    for (const problem of await findProblems(this.page)) this.faults.add(`${where}: ${problem}`);
  }

  private isUnmarked(text: string): boolean {
    let rest = text.slice(text.indexOf(': ') + 2);
    for (const known of this.known) rest = rest.replaceAll(known, '');
    for (const pattern of spoken) rest = rest.replaceAll(pattern, '');
    return /[a-z]/i.test(rest);
  }
}

/** Runs in the page. Returns a hash of its HTML, which is much cheaper than reading every text. */
function fingerprint(): string {
  const html = document.title + document.body.innerHTML;
  let hash = 0;
  for (let index = 0; index < html.length; index += 1) hash = (hash * 31 + html.charCodeAt(index)) | 0;
  return `${html.length} ${hash}`;
}

/** Runs in the page. Returns the names of open dialogs, menus, lists and forms with errors. */
function openStates(): string[] {
  const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const nameOf = (element: Element): string =>
    (element.querySelector('h1, h2, h3')?.textContent ?? element.getAttribute('aria-label') ?? element.className) || element.id;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  // Replaces ids in the address, so that all screens of a route share a name.
  const place = dialog
    ? `dialog ${nameOf(dialog)}`
    : location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]+/g, 'id') + (location.search.match(/tab=\w+/)?.[0] ?? '');
  const lists = [...document.querySelectorAll('[role=menu], [role=listbox]')].filter(isVisible);
  const isRefused = [...document.querySelectorAll('[aria-invalid=true]')].some(isVisible);
  return [
    ...(dialog ? [place] : []),
    ...lists.map((list) => `${list.role} ${list.getAttribute('class') ?? ''} in ${place}`),
    ...(isRefused ? [`errors in ${place}`] : []),
  ];
}

/** Runs in the page. Returns visible and accessible texts with unaccented letters, each with its element. */
function everyText(): string[] {
  const heard = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'placeholder', 'alt'];
  const found = [`title: ${document.title}`];
  // Reads `::before` and `::after` once for each tag name and class.
  const kinds = new Set<string>();
  for (const element of document.querySelectorAll('body *')) {
    const box = element.closest('select') ?? element;
    // Skips names of languages, input of members and text that is never translated.
    if (
      element.matches('script, style, noscript, kbd, code, [translate=no], body [lang], body [lang] *') ||
      !box.checkVisibility({ visibilityProperty: true })
    )
      continue;
    const say = (what: string, text: string) => {
      if (/[a-z]/i.test(text)) found.push(`${element.localName}${what}: ${text.trim()}`);
    };
    for (const name of heard) say(`[${name}]`, element.getAttribute(name) ?? '');
    const kind = `${element.localName} ${element.getAttribute('class') ?? ''}`;
    if (!kinds.has(kind))
      for (const side of ['::before', '::after']) say(side, getComputedStyle(element, side).content.match(/"(.*)"/)?.[1] ?? '');
    kinds.add(kind);
    if (element.matches('textarea')) continue;
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) say('', child.textContent ?? '');
  }
  return found;
}
