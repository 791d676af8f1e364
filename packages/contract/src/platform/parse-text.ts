import * as limits from './limits.ts';

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

export interface Hashtag {
  at: number;
  written: string;
}

const sign = '[#＃﹟]';
const word = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`;
/** Cursive scripts, in which a zero-width non-joiner separates letters within a word. */
const cursive = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Mong}]`;
/** Virama marks, which remove a vowel. A joiner after one requests or prevents a conjunct. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1bab\ua9c0]`;
const middleDot = String.raw`[·・･]`;

/** Hashtag identifier of UAX #31 (R8) with joiners (R1a) and middle dots within a word, without emoji and hyphens. Parts start with distinct characters, so matching takes linear time. */
const name =
  String.raw`[\p{L}\p{N}\p{Pc}](?:${word}|(?<=${virama})(?:\u200d|\u200c(?=\p{L}))` +
  String.raw`|(?<=(?=\p{L})${cursive}\p{M}*)\u200c(?=\p{L})|${middleDot}(?=[\p{L}\p{N}\p{Pc}]))*`;

/** Matches URLs, which are skipped, and tags separated by slashes. A tag does not start within a word or after an entity or path. */
const addressOrTags = new RegExp(
  String.raw`https?:\/\/\S+|(?<![\p{L}\p{M}\p{N}\p{Pc}&/#＃﹟@])(${sign}${name}(?:[/／]${sign}${name})*)`,
  'giu',
);
const tags = new RegExp(`${sign}(${name})`, 'gu');

/** Returns the tags of a text in order. A tag has letters, digits and underscores of any script, at least one of them a letter. */
export const hashtagsIn = (text: string): Hashtag[] =>
  [...text.matchAll(addressOrTags)].flatMap(({ 1: written = '', index: from }) =>
    [...written.matchAll(tags)].flatMap(({ 1: tag = '', index }) => (isTag(tag) ? [{ at: from + index, written: tag }] : [])),
  );

const isTag = (written: string): boolean =>
  /(?![\u02bb\u02bc\u0640\ua78c])\p{L}/u.test(written) && [...written.normalize('NFC')].length <= limits.tag;

const maxLinks = 20;
const maxLinkLength = 300;

/** Returns host and path of the links in a text. Ignores scheme and parameters, and links to the host `own`. Without a scheme, a link must start with `www.`. */
export function linksIn(text: string, own: string): string[] {
  const found = new Set<string>();
  for (const run of text.split(/[\s<>"'`()[\]{}|\\^]+/u)) {
    const at = run.search(/https?:\/\/|www\./iu);
    const link = at === -1 ? null : keyOf(run.slice(at));
    if (link !== null && link !== own && !link.startsWith(`${own}/`)) found.add(link);
    if (found.size >= maxLinks) break;
  }
  return [...found].toSorted();
}

function keyOf(written: string): string | null {
  const address = /^www\./iu.test(written) ? `http://${written}` : written;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (!host.includes('.')) return null;
  return `${host.replace(/^www\./u, '')}${pathname.replace(/[/.,;:!?*_~]+$/u, '')}`.slice(0, maxLinkLength);
}
