import { preparePassword } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/passwords';

export interface Strength {
  /** Number of filled strokes, of four. */
  level: 0 | 1 | 2 | 3 | 4;
  label: string;
}

const tooShort: Strength = { level: 0, label: words.atLeast({ count: limits.passwordMin }) };
const common: Strength = { level: 1, label: words.common };
const personal: Strength = { level: 1, label: words.ownName };

/** Minimum bits of entropy per grade. */
const grades: readonly [bits: number, strength: Strength][] = [
  [72, { level: 4, label: words.strong }],
  [54, { level: 3, label: words.good }],
  [38, { level: 2, label: words.fair }],
  [0, { level: 1, label: words.weak }],
];

/** Rates how hard a password is to guess. `about`: personal words. */
export function strengthOf(input: string, about: readonly string[], isCommon: (word: string) => boolean): Strength {
  const password = preparePassword(input);
  if ([...password].length < limits.passwordMin) return tooShort;
  const plain = password.toLowerCase();
  if (isCommon(plain) || isCommon(undoSubstitutions(plain)) || isCommon(withoutTrailingSymbols(plain))) return common;
  const remainder = about.flatMap(partsOf).reduce((rest, word) => rest.replaceAll(word, ''), plain);
  if ([...remainder].length < limits.passwordMin / 2 && remainder !== plain) return personal;
  const bits = bitsOf(remainder === plain ? password : remainder);
  return grades.find(([minBits]) => bits >= minBits)?.[1] ?? common;
}

/** Undoes usual substitutions: 'p4ssw0rd' becomes 'password'. */
const undoSubstitutions = (word: string): string =>
  word.replaceAll(
    /[@4310$5!7]/g,
    (character) => ({ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', '$': 's', '5': 's', '!': 'i', '7': 't' })[character] ?? character,
  );

/** Removes digits and signs at the end. */
const withoutTrailingSymbols = (word: string): string => word.replace(/[\d\p{P}\p{S}]+$/u, '');

/** Splits a name or address into parts of four letters or more, longest first because each is removed in turn. */
const partsOf = (personalWord: string): string[] => {
  const word = personalWord.trim().toLowerCase();
  return [word, word.replaceAll(/\s/g, ''), ...word.split(/[\s@._-]+/)]
    .filter((part) => [...part].length >= 4)
    .toSorted((a, b) => b.length - a.length);
};

/** Estimates the entropy. Runs such as aaaa, 1234 or 4321 count little more than one character. */
function bitsOf(password: string): number {
  const codePoints = [...password].map((character) => character.codePointAt(0) ?? 0);
  const effectiveLength = codePoints.reduce((sum, codePoint, index) => {
    const step = codePoint - (codePoints[index - 1] ?? Number.NaN);
    const previousStep = (codePoints[index - 1] ?? Number.NaN) - (codePoints[index - 2] ?? Number.NaN);
    return sum + (step === 0 || (Math.abs(step) === 1 && step === previousStep) ? 0.2 : 1);
  }, 0);
  // Repetition of few characters is easier to guess.
  const variety = Math.min(1, (new Set(codePoints).size + 4) / codePoints.length);
  return effectiveLength * variety * Math.log2(poolOf(password));
}

const pools: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
  [/[^\p{ASCII}]/u, 60],
];

const poolOf = (password: string): number => pools.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 1);
