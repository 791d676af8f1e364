import * as sentences from '@mbari/contract/sentences';
import { openComposer } from '../composer.ts';
import { expect, test } from '../test.ts';

test('where the code that says things cannot be fetched, the page stands, and they are said plainly', async ({
  page,
  dataFolder,
  complaints,
}) => {
  await page.route(/\/assets\/toast(?:s|er)-[^/]*\.js$/, (route) => route.abort());
  const { composer } = await openComposer(page, dataFolder);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(composer.getByRole('alert').filter({ hasText: sentences.uploadIncomplete })).toBeVisible();
  // The browser says what it could not fetch, and nothing else went wrong.
  const others = complaints.splice(0).filter((complaint) => !/^error: Failed to load resource: .*\/toast(?:s|er)-/.test(complaint));
  expect(others).toEqual([]);
});
