import * as limits from '@mbari/contract/limits';

/**
 * The members named in a comment, each as the usernames that may be meant, likeliest first: a full stop or an underscore at the end
 * may belong to the name or to the sentence. Names within words, addresses of mail and links are none.
 */
export function findMentions(content: string): string[][] {
  const mentions = new Map<string, string[]>();
  for (const { 1: name = '', index, 0: match } of content.matchAll(/(?<![\p{L}\p{M}\p{N}_.%+\-/@])@([A-Za-z0-9_.]+)/gu)) {
    if (/^[\p{L}\p{M}\p{N}@]/u.test(content.slice(index + match.length, index + match.length + 2))) continue;
    const written = name.toLowerCase();
    const meant = readings(written).filter(isUsername);
    if (meant.length > 0) mentions.set(written, meant);
    if (mentions.size === limits.mentions) break;
  }
  return [...mentions.values()];
}

/** With all that stands at its end, with less of it, and without. */
function readings(written: string): string[] {
  const end = /[._]*$/.exec(written)!.index;
  return Array.from({ length: written.length - end + 1 }, (_, less) => written.slice(0, written.length - less));
}

const isUsername = (name: string): boolean => name.length >= limits.usernameMin && name.length <= limits.usernameMax && /[a-z]/.test(name);
