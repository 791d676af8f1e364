import type { CritiqueCategory } from '@mbari/contract/photos/critique';
import * as words from '@mbari/words/critique';

export const categoryWords: Record<CritiqueCategory, string> = {
  composition: words.composition,
  light: words.light,
  colour: words.colour,
  story: words.story,
  technique: words.technique,
  other: words.other,
};
