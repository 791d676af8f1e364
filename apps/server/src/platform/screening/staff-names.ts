import { productName } from '../site.ts';
import { plainLetters, skeleton } from './confusables.ts';

/** Titles that suggest authority anywhere in a name. */
const titles = ['admin', 'administrator', 'sysadmin', 'moderator', 'webmaster', 'organiser', 'organizer', 'staff'];
/** Words that suggest authority alone or combined: "Support" and "support team", but not "Team Lagos". */
const names = [productName, 'team', 'support', 'official', 'operator', 'mod', 'helpdesk'];
const fillers = 'the of our your from for and community forum site head chief lead super customer service'.split(' ');

const anyOf = (words: readonly string[]): string => words.map((word) => `${skeleton(word)}s?`).join('|');
const madeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${anyOf(words)})+$`);
const officialWord = madeOf([...titles, ...names, ...fillers]);
const title = new RegExp(anyOf(titles));
const namesOnly = madeOf(names);
const namesOrFillers = madeOf([...names, ...fillers]);

/** Returns true if a name resembles staff, also in look-alike letters. */
export function resemblesStaff(name: string): boolean {
  const words = plainLetters(name)
    .split(/[^\p{L}\p{N}@$!|]+/u)
    .filter((word) => word !== '');
  const isTitle = (word: string): boolean => readings(word).some((reading) => officialWord.test(reading) && title.test(reading));
  const isOf = (kind: RegExp, word: string): boolean => readings(word).some((reading) => kind.test(reading));
  const joined = words.join('');
  if ([...words, joined].some(isTitle)) return true;
  const readable = words.every((word) => word.length === 1) ? [joined] : words;
  const count = readable.filter((word) => isOf(namesOnly, word)).length;
  return count > 1 || (count === 1 && readable.every((word) => isOf(namesOrFillers, word)));
}

/** Returns the readings of a word: digits and signs at its ends may be letters or ornaments. */
const readings = (word: string): string[] =>
  [word, word.replace(/^\P{L}+/u, ''), word.replace(/\P{L}+$/u, ''), word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')].map(skeleton);
