import * as limits from './limits.ts';

/** A `#tag` in a text. */
export interface Hashtag {
  /** Where the # stands. */
  at: number;
  /** What stands behind it, as it was written. */
  written: string;
}

const sign = '[#＃﹟]';
const word = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`;
/** Scripts in which a non-joiner parts letters of one word that would be connected. */
const cursive = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Mong}]`;
/** Marks that take the vowel away from a letter: a joiner behind one asks for a conjunct or against it. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1bab\ua9c0]`;
const middleDot = String.raw`[·・･]`;

/**
 * Behind the sign: a hashtag identifier of UAX #31 (R8) with its joiners (R1a), middle dots within a word, and neither emoji nor hyphens. Each part
 * begins by another character than the one before, so that reading takes time in proportion to the text.
 */
const name =
  String.raw`[\p{L}\p{N}\p{Pc}](?:${word}|(?<=${virama})(?:\u200d|\u200c(?=\p{L}))` +
  String.raw`|(?<=(?=\p{L})${cursive}\p{M}*)\u200c(?=\p{L})|${middleDot}(?=[\p{L}\p{N}\p{Pc}]))*`;

/** An address, which is passed over, or tags with a slash between them: neither within a word nor behind an entity or a path. */
const addressOrTags = new RegExp(
  String.raw`https?:\/\/\S+|(?<![\p{L}\p{M}\p{N}\p{Pc}&/#＃﹟@])(${sign}${name}(?:[/／]${sign}${name})*)`,
  'giu',
);
const tags = new RegExp(`${sign}(${name})`, 'gu');

/** The tags in a text, in its order: letters, digits and underscores of any script, with a letter among them. */
export const hashtagsIn = (text: string): Hashtag[] =>
  [...text.matchAll(addressOrTags)].flatMap(({ 1: written = '', index: from }) =>
    [...written.matchAll(tags)].flatMap(({ 1: tag = '', index }) => (isTag(tag) ? [{ at: from + index, written: tag }] : [])),
  );

/** It has a letter besides those that are left out where texts are compared. */
const isTag = (written: string): boolean =>
  /(?![\u02bb\u02bc\u0640\ua78c])\p{L}/u.test(written) && [...written.normalize('NFC')].length <= limits.tag;
