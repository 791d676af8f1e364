export interface Mention {
  at: number;
  /** Longest possible username after the @. */
  written: string;
}

/** Returns the mentions of a text in order. Skips names within words, email addresses and links. */
export function mentionsIn(content: string): Mention[] {
  return [...content.matchAll(/(?<![\p{L}\p{M}\p{N}_.%+\-/@])@([A-Za-z0-9_.]+)/gu)].flatMap(({ 1: written = '', index, 0: match }) =>
    /^[\p{L}\p{M}\p{N}@]/u.test(content.slice(index + match.length, index + match.length + 2)) ? [] : [{ at: index, written }],
  );
}

/** Returns the possible usernames of a mention, longest first: trailing full stops and underscores can belong to the sentence. */
export function possibleUsernames(written: string): string[] {
  const end = /[._]*$/.exec(written)!.index;
  return Array.from({ length: written.length - end + 1 }, (_, less) => written.slice(0, written.length - less));
}
