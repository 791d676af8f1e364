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

/** What axe calls serious or critical, on the page as it stands now. */
export async function expectNoSeriousProblem(page: Page): Promise<void> {
  // Half faded in, words have half their contrast. What turns for ever is not waited for.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await (source ??= readAxe()));
  // The builder would send axe twice for each look. In the page itself, which has no frames of others: the other way opens a second page.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void axe' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** The small form: a document reads all of it again. */
const readAxe = async (): Promise<string> => `${await readFile(axePackage.resolve('axe-core/axe.min.js'), 'utf8')};${leaveOutLesserRules}`;
