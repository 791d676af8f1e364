import { productName } from '../site.ts';
import { plainLetters, skeleton } from './confusables.ts';

/** Whoever has one of these in their name seems to speak with authority. */
const titles = ['admin', 'administrator', 'sysadmin', 'moderator', 'webmaster', 'organiser', 'organizer', 'staff'];
/** One that is all there is does so, or two together: Team Lagos may be anybody, Support and the support team may not. */
const names = [productName, 'team', 'support', 'official', 'operator', 'mod', 'helpdesk'];
/** Change nothing about those beside them. */
const fillers = 'the of our your from for and community forum site head chief lead super customer service'.split(' ');

const anyOf = (words: readonly string[]): string => words.map((word) => `${skeleton(word)}s?`).join('|');
const madeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${anyOf(words)})+$`);
const officialWord = madeOf([...titles, ...names, ...fillers]);
const title = new RegExp(anyOf(titles));
const namesOnly = madeOf(names);
const namesOrFillers = madeOf([...names, ...fillers]);

/** Whether a name looks, in whatever letters, like that of somebody who runs the place. */
export function resemblesStaff(name: string): boolean {
  const words = plainLetters(name)
    .split(/[^\p{L}\p{N}@$!|]+/u)
    .filter((word) => word !== '');
  const isTitle = (word: string): boolean => readings(word).some((one) => officialWord.test(one) && title.test(one));
  const isOf = (kind: RegExp, word: string): boolean => readings(word).some((one) => kind.test(one));
  const joined = words.join('');
  if ([...words, joined].some(isTitle)) return true;
  // One letter after the other is one word.
  const whole = words.every((word) => word.length === 1) ? [joined] : words;
  const found = whole.filter((word) => isOf(namesOnly, word)).length;
  return found > 1 || (found === 1 && whole.every((word) => isOf(namesOrFillers, word)));
}

/** A word as it may be read: figures and signs at its ends are letters of it, or an ornament. */
const readings = (word: string): string[] =>
  [word, word.replace(/^\P{L}+/u, ''), word.replace(/\P{L}+$/u, ''), word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')].map(skeleton);
