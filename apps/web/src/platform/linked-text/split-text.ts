import { hashtagsIn } from '@mbari/contract/hashtags';
import { namingsIn, readingsOf } from '@mbari/contract/mentions';

/** What a part of a text leads to. */
export type Target = { kind: 'member'; username: string } | { kind: 'tag'; tag: string } | { kind: 'address'; href: string };

export interface Part {
  text: string;
  /** Null where it is only words. */
  target: Target | null;
}

interface Found {
  at: number;
  length: number;
  target: Target;
}

/** A text in parts: members who are there for the reader, tags, addresses, and all between. Put together they are the text. */
export function splitText(text: string, mentions: readonly string[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const found = [...addressesIn(text), ...membersIn(text, mentions), ...tagsIn(text)].toSorted((a, b) => a.at - b.at);
  for (const { at, length, target } of found) {
    // An @ within an address names nobody.
    if (at < from) continue;
    if (at > from) parts.push({ text: text.slice(from, at), target: null });
    from = at + length;
    parts.push({ text: text.slice(at, from), target });
  }
  if (from < text.length) parts.push({ text: text.slice(from), target: null });
  return parts;
}

function membersIn(text: string, mentions: readonly string[]): Found[] {
  if (mentions.length === 0) return [];
  const known = new Map(mentions.map((username) => [username.toLowerCase(), username]));
  return namingsIn(text).flatMap(({ at, written }) => {
    // What the writer meant by it was settled when it was written; here are only those who are there.
    const name = readingsOf(written).find((reading) => known.has(reading.toLowerCase()));
    const username = name === undefined ? undefined : known.get(name.toLowerCase());
    return name === undefined || username === undefined ? [] : [{ at, length: 1 + name.length, target: { kind: 'member', username } }];
  });
}

const tagsIn = (text: string): Found[] =>
  hashtagsIn(text).map(({ at, written }) => ({ at, length: 1 + written.length, target: { kind: 'tag', tag: written.normalize('NFC') } }));

const addressesIn = (text: string): Found[] =>
  [...text.matchAll(/(?<![\p{L}\p{M}\p{N}_])https?:\/\/[^\s<>"“”«»]+/giu)].flatMap(({ 0: match, index }) => {
    const written = withoutEnd(match);
    const href = safeHref(written);
    return href === null ? [] : [{ at: index, length: written.length, target: { kind: 'address', href } }];
  });

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Without what belongs to the sentence: punctuation at the end, and a bracket that was opened before the address. */
function withoutEnd(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = brackets[last];
  const isOfSentence =
    opening === undefined ? /[.,;:!?'’…*_~،؛؟۔。、]/u.test(last) : address.split(opening).length < address.split(last).length;
  return isOfSentence ? withoutEnd(address.slice(0, -1)) : address;
}

/** As a browser will read it; null where it leads nowhere, or carries a name and a password. */
function safeHref(address: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(address);
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' ? href : null;
  } catch {
    return null;
  }
}
