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
const cursive = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Phag}\p{sc=Mani}\p{sc=Rohg}]`;
/** Marks that take the vowel away from a letter: a joiner behind one asks for a conjunct or against it. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{111c0}]`;
const middleDot = String.raw`[\u00b7\u0387\u30fb\uff65]`;

/**
 * Behind the sign: a hashtag identifier of UAX #31 (R8) with its joiners (R1a), middle dots within a word, and neither emoji nor hyphens. Each part
 * begins by another character than the one before, so that reading takes time in proportion to the text.
 */
const name =
  String.raw`[\p{L}\p{N}\p{Pc}](?:${word}|(?<=${virama})(?:\u200d|\u200c(?=\p{L}))` +
  String.raw`|(?<=(?=\p{L})${cursive}\p{M}*)\u200c(?=(?=\p{L})${cursive})|${middleDot}(?=[\p{L}\p{N}\p{Pc}]))*`;

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

/** Letters that are left out where texts are compared: a tag of them alone would be empty. */
const leftOut = /[\u02bb\u02bc\u0640\ua78c]/g;

const isTag = (written: string): boolean =>
  /\p{L}/u.test(written.replaceAll(leftOut, '')) && [...written.normalize('NFC')].length <= limits.tag;
