import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const axePackage = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));

/** In axe each rule has one impact, so rules of a lesser one cannot find what is serious. They take half of the time. */
const leaveOutLesserRules = `axe.configure({
  rules: axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => ({ id, enabled: false })),
});`;

let source: Promise<string> | undefined;
let whole: Promise<string> | undefined;

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/** What axe calls serious or critical, on the page as it stands now. */
export async function expectNoSeriousProblem(page: Page): Promise<void> {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await (source ??= readAxe()));
  const { violations } = await build(page).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(sentence)).toEqual([]);
}

/** Whatever axe finds, by all of its rules. */
export async function findProblems(page: Page): Promise<string[]> {
  await settle(page);
  await page.evaluate(await (whole ??= readFile(axePackage.resolve('axe-core/axe.min.js'), 'utf8')));
  const { violations } = await build(page)
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  return violations.map(sentence);
}

const sentence = ({ id, nodes }: Result): string => `${id}: ${nodes.map(({ html }) => html).join(' ')}`;

/** Half faded in, words have half their contrast. What begins with the next frames is waited for, too; what turns for ever is not. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0; still < 2; still += 1) {
      await nextFrame();
      const found = running();
      if (found.length > 0) still = -1;
      await Promise.allSettled(found.map(({ finished }) => finished));
    }
  });
}

/** The builder would send axe twice for each look. In the page itself, which has no frames of others: the other way opens a second page. */
const build = (page: Page): AxeBuilder =>
  new AxeBuilder({ page, axeSource: 'void axe' }).setLegacyMode().options({ resultTypes: ['violations'] });

/** The small form: a document reads all of it again. */
const readAxe = async (): Promise<string> => `${await readFile(axePackage.resolve('axe-core/axe.min.js'), 'utf8')};${leaveOutLesserRules}`;
