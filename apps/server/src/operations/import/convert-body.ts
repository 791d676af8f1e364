import * as limits from '@mbari/contract/platform/limits';
import type { PostReference } from './stage-queries.ts';

// Translates the Markdown of other forums. Every pattern is bounded, because the texts are as hostile as any post.

export type Forum = 'discourse' | 'nodebb';

/** Longest text in UTF-16 units; NodeBB and Discourse allow 32,767 by default. */
export const maxBody = 100_000;

export interface Translation {
  /** Returns the UUID of an imported post. */
  findPost: (reference: PostReference) => string | undefined;
  /** Returns the new username of a member whose username changed. */
  renamed: ReadonlyMap<string, string>;
  /** Returns the id of the stored image. */
  findImage: (key: string) => string | undefined;
  /** Address of the other forum, without a slash at the end. */
  url: string | null;
}

export function convertBody(forum: Forum, body: string, translation: Translation): string {
  const text = body.slice(0, maxBody).replaceAll(/\r\n?/g, '\n');
  const quoted = forum === 'discourse' ? convertBrackets(text, translation) : convertSaid(text, translation);
  let images = 0;
  const showImage = (alt: string, address: string): string => {
    const id = images < limits.forumImages ? translation.findImage(imageKey(forum, address) ?? '') : undefined;
    images += 1;
    const words = alt
      .replace(/\|.*$/s, '')
      .replaceAll(/[[\]\n]/g, ' ')
      .trim();
    return id === undefined ? `![${words}](${absolute(forum, address, translation.url)})` : `![${words}](photo:${id})`;
  };
  return outsideCode(quoted, (part) =>
    part
      .replaceAll(markdownImage, (_, alt: string, address: string) => showImage(alt, address))
      .replaceAll(htmlImage, (tag, address: string) => showImage(/\balt=["']([^"'<>]{0,300})/i.exec(tag)?.[1] ?? '', address))
      .replaceAll(/\]\((\/(?!\/)[^\s()]{1,2000})/g, (_, path: string) => `](${absolute(forum, path, translation.url)}`)
      .replaceAll(/(?<![\p{L}\p{N}_.@/-])@([\p{L}\p{M}\p{N}_.-]{1,60})/gu, (whole, name: string) => rename(whole, name, translation)),
  ).trim();
}

/** Returns the posts that the quotes of a text name. */
export function quotedPosts(forum: Forum, body: string): PostReference[] {
  const found: PostReference[] = [];
  const findPost = (reference: PostReference): undefined => void found.push(reference);
  const text = body.slice(0, maxBody);
  const translation = { findPost, renamed: new Map(), findImage: () => undefined, url: null };
  if (forum === 'discourse') convertBrackets(text, translation);
  else convertSaid(text, translation);
  return found;
}

/** Returns the keys of images in the archive or the folder of uploads. */
export function imageKeys(forum: Forum, body: string): string[] {
  const addresses = [...body.slice(0, maxBody).matchAll(markdownImage)].map(([, , address = '']) => address);
  for (const [, address = ''] of body.slice(0, maxBody).matchAll(htmlImage)) addresses.push(address);
  return addresses.flatMap((address) => imageKey(forum, address) ?? []).slice(0, limits.forumImages);
}

const markdownImage = /!\[([^[\]\n]{0,500})\]\(\s?<?([^\s()<>]{1,2000})>?(?:\s"[^"\n]{0,300}")?\)/g;
const htmlImage = /<img\s[^<>]{0,500}?\bsrc=["']([^"'<>\s]{1,2000})["'][^<>]{0,500}>/gi;

/** The SHA-1 in the name of a Discourse upload, or the path of a NodeBB upload below `uploads/`. */
function imageKey(forum: Forum, address: string): string | undefined {
  if (forum === 'nodebb') return /^(?:https?:\/\/[^/]+)?(?:\/[\w-]+)?\/(?:assets\/)?uploads\/(files\/[^?#]+)$/.exec(address)?.[1];
  const short = /^(?:upload:\/\/|(?:https?:\/\/[^/]+)?\/(?:[\w-]+\/)?uploads\/short-url\/)([0-9A-Za-z]{1,27})\b/.exec(address)?.[1];
  return short === undefined ? /\/(?:original|optimized)\/(?:\w+\/)*([0-9a-f]{40})[._]/.exec(address)?.[1] : sha1Of(short);
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Discourse writes the SHA-1 of an upload with 62 digits. */
function sha1Of(short: string): string | undefined {
  const hex = [...short].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n).toString(16);
  return hex.length > 40 ? undefined : hex.padStart(40, '0');
}

function absolute(forum: Forum, address: string, url: string | null): string {
  if (url === null) return address;
  if (forum === 'discourse' && address.startsWith('upload://')) return `${url}/uploads/short-url/${address.slice(9)}`;
  return /^\/(?!\/)/.test(address) ? `${url}${address}` : address;
}

function rename(whole: string, written: string, { renamed }: Translation): string {
  const name = written.replace(/[._-]+$/, '');
  const username = renamed.get(name.toLowerCase());
  return username === undefined ? whole : `@${username}${written.slice(name.length)}`;
}

/** Applies `convert` to the text between fenced blocks and inline code. */
const outsideCode = (text: string, convert: (part: string) => string): string =>
  text
    .split(/(^(?:```|~~~)[^\n]*\n(?:(?!```|~~~)[^\n]*\n?)*(?:```|~~~)[^\n]*$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? convert(part) : part))
    .join('');

/** Converts Discourse’s `[quote="ada, post:3, topic:12"]…[/quote]`, which can be nested. Unclosed quotes stay as they are. */
function convertBrackets(text: string, translation: Translation): string {
  const open: { before: string; tag: string; source: string }[] = [];
  let written = '';
  let from = 0;
  for (const { 0: tag, 1: source = '', index } of text.matchAll(/\[quote(?:="?([^\]\n"]{0,300})"?)?\]|\[\/quote\]/gi)) {
    written += text.slice(from, index);
    from = index + tag.length;
    if (tag[1] !== '/' && open.length < 20) {
      open.push({ before: written, tag, source });
      written = '';
      continue;
    }
    const quote = tag[1] === '/' ? open.pop() : undefined;
    written = quote ? `${quote.before.trimEnd()}\n\n${quoteOf(quote.source, written, translation)}\n\n` : written + tag;
  }
  written += text.slice(from);
  return open.reduceRight((rest, { before, tag }) => before + tag + rest, written);
}

function quoteOf(source: string, words: string, { findPost }: Translation): string {
  const number = Number(/\bpost:\s?(\d{1,9})/.exec(source)?.[1] ?? 0);
  const topicId = Number(/\btopic:\s?(\d{1,9})/.exec(source)?.[1] ?? 0);
  const id = number > 0 && topicId > 0 ? findPost({ id: null, topicId, number }) : undefined;
  const author = source.split(',')[0]!.trim();
  const head = id === undefined ? (author === '' ? [] : [`> ${author}:`, '>']) : [`> [!quote ${id}]`];
  return [...head, words.trim().replaceAll(/^/gm, '> ')].join('\n');
}

/**
 * Converts NodeBB’s quotes: the line `ada said in [Title](/post/12):`, in any language, before or at the start of a quote. Newer versions
 * write `ada [said](/post/12):`.
 */
function convertSaid(text: string, { findPost }: Translation): string {
  const lines = text.split('\n');
  const converted: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    const id = /\]\([^\s()]{0,200}\/post\/(\d{1,12})[^\s()]{0,50}\)\s?[:：]\s*$/.exec(line.slice(-500))?.[1];
    const next = lines[index + 1] ?? '';
    const uuid = id !== undefined && next.startsWith('>') ? findPost({ id: Number(id), topicId: null, number: null }) : undefined;
    if (uuid === undefined) converted.push(line);
    else {
      converted.push(`> [!quote ${uuid}]`);
      if (next.trim() === '>') index += 1;
    }
  }
  return converted.join('\n');
}
