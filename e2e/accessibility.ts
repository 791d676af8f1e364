import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const axePackage = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));

/** Disables rules of minor and moderate impact, which take half of the time. In axe, each rule has one impact. */
const leaveOutLesserRules = `axe.configure({
  rules: axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => ({ id, enabled: false })),
});`;

let source: Promise<string> | undefined;
let whole: Promise<string> | undefined;

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/** Fails on problems that axe rates serious or critical, in the page's current state. */
export async function expectNoSeriousProblem(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await (source ??= readAxe()));
  const { violations } = await whileStill(page, () => build(page).analyze());
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(sentence)).toEqual([]);
}

/** Returns all problems that axe finds with every rule enabled. */
export async function findProblems(page: Page): Promise<string[]> {
  await page.evaluate(await (whole ??= readFile(axePackage.resolve('axe-core/axe.min.js'), 'utf8')));
  const everyRule = build(page).options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
  const { violations } = await whileStill(page, () => everyRule.analyze());
  return violations.map(sentence);
}

/** Returns texts with too low contrast, which depends on the theme. Requires `findProblems` to have injected axe. */
export async function findFaintTexts(page: Page): Promise<string[]> {
  const { violations } = await whileStill(page, () =>
    build(page)
      .options({ runOnly: ['color-contrast'] })
      .analyze(),
  );
  return violations.map(sentence);
}

const sentence = ({ id, nodes }: Result): string => `${id}: ${nodes.map(({ html }) => html).join(' ')}`;

/**
 * Runs with animations and transitions disabled, because a half-faded text has half its contrast and a toast may disappear. The Content
 * Security Policy does not apply to constructed style sheets.
 */
async function whileStill<Found>(page: Page, inspect: () => Promise<Found>): Promise<Found> {
  const still = await page.evaluateHandle(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return sheet;
  });
  try {
    return await inspect();
  } finally {
    await still.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    });
  }
}

/** Uses the axe that is already in the page, because the builder would send it twice. Legacy mode opens no second page. */
const build = (page: Page): AxeBuilder =>
  new AxeBuilder({ page, axeSource: 'void axe' }).setLegacyMode().options({ resultTypes: ['violations'] });

/** The minified build, because every document parses all of it. */
const readAxe = async (): Promise<string> => `${await readFile(axePackage.resolve('axe-core/axe.min.js'), 'utf8')};${leaveOutLesserRules}`;
