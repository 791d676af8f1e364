export interface Part {
  words: string;
  isMention: boolean;
}

/** A comment in parts: those that name a member who is there for the reader, and all between. Put together they are the comment. */
export function splitMentions(content: string, mentions: readonly string[]): Part[] {
  if (mentions.length === 0) return [{ words: content, isMention: false }];
  const known = new Set(mentions.map((username) => username.toLowerCase()));
  const parts: Part[] = [];
  let from = 0;
  for (const { index, 0: match } of content.matchAll(/(?<![\p{L}\p{N}_.@])@[a-z0-9_.]+/giu)) {
    const name = nameAt(match.slice(1), known);
    if (name === null) continue;
    if (index > from) parts.push({ words: content.slice(from, index), isMention: false });
    from = index + 1 + name.length;
    parts.push({ words: content.slice(index, from), isMention: true });
  }
  if (from < content.length) parts.push({ words: content.slice(from), isMention: false });
  return parts;
}

/** A full stop may belong to the name or end the sentence. */
function nameAt(written: string, known: ReadonlySet<string>): string | null {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    if (known.has(name.toLowerCase())) return name;
    if (!name.endsWith('.')) return null;
  }
  return null;
}
