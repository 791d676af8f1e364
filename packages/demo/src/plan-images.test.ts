import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as limits from '@mbari/contract/platform/limits';
import { expect, test } from 'vitest';
import { altTexts } from './alt-texts.ts';
import { planCommunity } from './plan-community.ts';

const folder = path.join(import.meta.dirname, '../images');
const plan = planCommunity(1961, new Date());
const planned = [...plan.members.flatMap(({ avatar }) => avatar ?? []), ...plan.posts.flatMap(({ images }) => images)];

test('every work has an image, and every image belongs to a work', () => {
  expect(plan.posts.filter(({ images }) => images.length === 0)).toEqual([]);
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(planned.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
});

test('every image has an alternative text within the limit', () => {
  for (const alt of Object.values(altTexts)) {
    expect(alt.length).toBeGreaterThan(30);
    expect([...alt].length).toBeLessThanOrEqual(limits.alt);
  }
});

test('all images together take at most 4 MB', () => {
  const bytes = planned.reduce((sum, { file }) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(4_000_000);
});
