import * as limits from '@mbari/contract/platform/limits';
import { describe, expect, it } from 'vitest';
import { people } from './people.ts';
import { families, familyOf } from './plan-images.ts';
import { answers, craftRemarks, remarks } from './talk.ts';

describe('the people of the demo', () => {
  it('demo people respect the limits of profile fields', () => {
    for (const { name, username, bio, occupation, works } of people) {
      expect(username).toMatch(/^(?=.*[a-z])[a-z0-9_.]{3,30}$/);
      expect([...name].length).toBeLessThanOrEqual(limits.name);
      expect([...bio].length).toBeLessThanOrEqual(limits.bio);
      expect([...occupation].length).toBeLessThanOrEqual(limits.occupation);
      for (const [image, title, story] of works) {
        expect(families).toContain(familyOf(image));
        expect([...title].length).toBeLessThanOrEqual(limits.title);
        expect([...story].length).toBeLessThanOrEqual(limits.description);
      }
    }
  });

  it('demo texts are in NFC, like stored texts', () => {
    const texts = [
      ...people.flatMap(({ name, bio, works }) => [name, bio, ...works.flatMap(([, title, story]) => [title, story])]),
      ...remarks,
      ...answers,
      ...Object.values(craftRemarks).flat(),
    ];
    expect(texts.filter((text) => text !== text.normalize('NFC').trim())).toEqual([]);
  });
});
