import { namingsIn, readingsOf } from '@mbari/contract/mentions';

export interface Part {
  text: string;
  /** Of the member named by these words; null where they are only words. */
  username: string | null;
}

/** A comment in parts: those that name a member who is there for the reader, and all between. Put together they are the comment. */
export function splitMentions(content: string, mentions: readonly string[]): Part[] {
  if (mentions.length === 0) return [{ text: content, username: null }];
  const known = new Map(mentions.map((username) => [username.toLowerCase(), username]));
  const parts: Part[] = [];
  let from = 0;
  for (const { at, written } of namingsIn(content)) {
    // What the writer meant by it was settled when it was written; here are only those who are there.
    const name = readingsOf(written).find((reading) => known.has(reading.toLowerCase()));
    if (name === undefined) continue;
    if (at > from) parts.push({ text: content.slice(from, at), username: null });
    from = at + 1 + name.length;
    parts.push({ text: content.slice(at, from), username: known.get(name.toLowerCase()) ?? null });
  }
  if (from < content.length) parts.push({ text: content.slice(from), username: null });
  return parts;
}
