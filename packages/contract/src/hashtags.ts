import * as limits from './limits.ts';

/** A `#tag` in a text. */
export interface Hashtag {
  /** Where the # stands. */
  at: number;
  /** What stands behind it, as it was written. */
  written: string;
}

/** An address, which is passed over, or a tag: neither within a word nor behind an entity or a path. */
const addressOrTag = /https?:\/\/\S+|(?<![\p{L}\p{M}\p{N}_&/#@])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/giu;

/** Letters that are left out where texts are compared: a tag of them alone would be empty. */
const leftOut = /[\u02bb\u02bc\u0640\ua78c]/g;

/** The tags in a text, in its order: letters, digits and underscores of any script, with a letter among them. */
export const hashtagsIn = (text: string): Hashtag[] =>
  [...text.matchAll(addressOrTag)].flatMap(({ 1: written, index }) =>
    written !== undefined && isTag(written) ? [{ at: index, written }] : [],
  );

/** Tags to be kept of a text, each once. What differs in case alone is the same; the database is blind to diacritics, too. */
export function tagsToKeep(written: Iterable<string>): string[] {
  const kept = new Map<string, string>();
  for (const tag of written) {
    if (kept.size === limits.tags) break;
    const name = tag.normalize('NFC');
    if (!kept.has(name.toLowerCase())) kept.set(name.toLowerCase(), name);
  }
  return [...kept.values()];
}

const isTag = (written: string): boolean =>
  /\p{L}/u.test(written.replaceAll(leftOut, '')) && [...written.normalize('NFC')].length <= limits.tag;
