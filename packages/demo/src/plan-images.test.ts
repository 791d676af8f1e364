import { createHash } from 'node:crypto';
import * as limits from '@mbari/contract/limits';
import { describe, expect, it } from 'vitest';
import { people } from './people.ts';
import { familyOf, paint } from './plan-images.ts';

describe('the pictures of the demo', () => {
  it('are the same for the same seed', async () => {
    const image = { family: 'adire', mood: '', width: 120, height: 150 } as const;
    const bytes = async (seed: number): Promise<string> =>
      createHash('sha256')
        .update((await paint({ ...image, seed })).jpeg)
        .digest('hex');
    expect(await bytes(11)).toBe(await bytes(11));
    expect(await bytes(11)).not.toBe(await bytes(12));
  });

  it('can be drawn in every family and mood that somebody makes, and tell what they show', { tags: ['slow'] }, async () => {
    for (const what of new Set(people.flatMap(({ works }) => works.map(([image]) => image)))) {
      const family = familyOf(what);
      const { alt } = await paint({ family, mood: what.slice(family.length + 1), seed: 5, width: 90, height: 60 });
      expect(alt.length).toBeGreaterThan(30);
      expect([...alt].length).toBeLessThanOrEqual(limits.alt);
      expect(alt).not.toMatch(/undefined|NaN/);
    }
  });
});
