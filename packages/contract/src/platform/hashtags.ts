import * as limits from './limits.ts';

export interface Hashtag {
  at: number;
  written: string;
}

const sign = '[#＃﹟]';
const word = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`;
/** Cursive scripts, in which a zero-width non-joiner separates letters within a word. */
const cursive = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Mong}]`;
/** Virama marks, which remove a vowel. A joiner after one requests or prevents a conjunct. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1bab\ua9c0]`;
const middleDot = String.raw`[·・･]`;

/** Hashtag identifier of UAX #31 (R8) with joiners (R1a) and middle dots within a word, without emoji and hyphens. Parts start with distinct characters, so matching takes linear time. */
const name =
  String.raw`[\p{L}\p{N}\p{Pc}](?:${word}|(?<=${virama})(?:\u200d|\u200c(?=\p{L}))` +
  String.raw`|(?<=(?=\p{L})${cursive}\p{M}*)\u200c(?=\p{L})|${middleDot}(?=[\p{L}\p{N}\p{Pc}]))*`;

/** Matches URLs, which are skipped, and tags separated by slashes. A tag does not start within a word or after an entity or path. */
const addressOrTags = new RegExp(
  String.raw`https?:\/\/\S+|(?<![\p{L}\p{M}\p{N}\p{Pc}&/#＃﹟@])(${sign}${name}(?:[/／]${sign}${name})*)`,
  'giu',
);
const tags = new RegExp(`${sign}(${name})`, 'gu');

/** Returns the tags of a text in order. A tag has letters, digits and underscores of any script, at least one of them a letter. */
export const hashtagsIn = (text: string): Hashtag[] =>
  [...text.matchAll(addressOrTags)].flatMap(({ 1: written = '', index: from }) =>
    [...written.matchAll(tags)].flatMap(({ 1: tag = '', index }) => (isTag(tag) ? [{ at: from + index, written: tag }] : [])),
  );

const isTag = (written: string): boolean =>
  /(?![\u02bb\u02bc\u0640\ua78c])\p{L}/u.test(written) && [...written.normalize('NFC')].length <= limits.tag;
