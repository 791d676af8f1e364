import type { warningReasons } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/content-warnings';

export const reasonWords: Readonly<Record<(typeof warningReasons)[number], string>> = {
  nudity: words.nudity,
  violence: words.violence,
  injury: words.injury,
  death: words.death,
  strong: words.strong,
};

/** Returns the reason in the reader's language, or in the words of the author or the organisers. */
export const warningWords = (reason: string): string =>
  Object.hasOwn(reasonWords, reason) ? reasonWords[reason as keyof typeof reasonWords] : reason;
