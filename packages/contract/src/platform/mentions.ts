/** Somebody named in a text behind an @. */
export interface Naming {
  /** Where the @ stands. */
  at: number;
  /** What stands behind it, with all that may still belong to the name. */
  written: string;
}

/** Who is named in a text, in its order. Names within words, addresses of mail and links are none. */
export function namingsIn(content: string): Naming[] {
  return [...content.matchAll(/(?<![\p{L}\p{M}\p{N}_.%+\-/@])@([A-Za-z0-9_.]+)/gu)].flatMap(({ 1: written = '', index, 0: match }) =>
    /^[\p{L}\p{M}\p{N}@]/u.test(content.slice(index + match.length, index + match.length + 2)) ? [] : [{ at: index, written }],
  );
}

/** A full stop or an underscore at the end may belong to the name or to the sentence: with all of it, with less, and without. */
export function readingsOf(written: string): string[] {
  const end = /[._]*$/.exec(written)!.index;
  return Array.from({ length: written.length - end + 1 }, (_, less) => written.slice(0, written.length - less));
}
