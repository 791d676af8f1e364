import { hashtagsIn } from './hashtags.ts';
import { mentionsIn, possibleUsernames } from './mentions.ts';

export type Target = { kind: 'member'; username: string } | { kind: 'tag'; tag: string } | { kind: 'address'; href: string };

export interface Part {
  text: string;
  target: Target | null;
}

interface Found {
  at: number;
  length: number;
  target: Target;
}

/** Splits a text into links and plain text. `mentions`: members the viewer can see. */
export function splitText(text: string, mentions: readonly string[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const links = [...addressesIn(text), ...membersIn(text, mentions), ...tagsIn(text)].toSorted((a, b) => a.at - b.at);
  for (const { at, length, target } of links) {
    // An @ within an address is no mention.
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
  const usernames = new Map(mentions.map((username) => [username.toLowerCase(), username]));
  return mentionsIn(text).flatMap(({ at, written }) => {
    // The server resolved mentions when the text was saved; `mentions` lists those the viewer can see.
    const name = possibleUsernames(written).find((reading) => usernames.has(reading.toLowerCase()));
    const username = name === undefined ? undefined : usernames.get(name.toLowerCase());
    return name === undefined || username === undefined ? [] : [{ at, length: 1 + name.length, target: { kind: 'member', username } }];
  });
}

const tagsIn = (text: string): Found[] =>
  hashtagsIn(text).map(({ at, written }) => ({ at, length: 1 + written.length, target: { kind: 'tag', tag: written.normalize('NFC') } }));

const addressesIn = (text: string): Found[] =>
  [...text.matchAll(/(?<![\p{L}\p{M}\p{N}_])https?:\/\/[^\s<>"“”«»]+/giu)].flatMap(({ 0: match, index }) => {
    const address = withoutEnd(match);
    const href = safeHref(address);
    return href === null ? [] : [{ at: index, length: address.length, target: { kind: 'address', href } }];
  });

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Removes trailing punctuation, and a closing bracket that was opened before the address. */
function withoutEnd(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = brackets[last];
  const isOfSentence =
    opening === undefined ? /[.,;:!?'’…*_~،؛؟۔。、]/u.test(last) : address.split(opening).length < address.split(last).length;
  return isOfSentence ? withoutEnd(address.slice(0, -1)) : address;
}

/** Returns the normalised address, or null if it is invalid or contains a username or password. */
function safeHref(address: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(address);
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' ? href : null;
  } catch {
    return null;
  }
}
