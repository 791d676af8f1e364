import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';

/** A post as an archive describes it. */
export interface FoundPost {
  /** Distinguishes the post from others of its source. */
  externalId: string;
  title: string;
  description: string;
  /** Milliseconds since 1970. */
  takenAt: number | null;
  albums: string[];
  warning: string | null;
  /** False for posts that were private. */
  isChosen: boolean;
  /** `name`: a path or another word by which the image is found, or an address. */
  images: { name: string; alt: string }[];
}

const titleLength = 80;

/** Returns the first line as the title, and the whole text as the description if it says more. */
export function splitCaption(caption: string, fallback: string): { title: string; description: string } {
  const [line = ''] = caption.trim().split('\n');
  const title = cut(
    line
      .replaceAll(/[#＃]\S+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    titleLength,
  );
  if (!hasVisibleText(title)) return { title: fallback, description: caption.trim() };
  return { title, description: title === caption.trim() ? '' : caption.trim() };
}

export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

/** Appends tags as hashtags, while there is room. Tags that the description has already are not repeated. */
export function withTags(description: string, tags: readonly string[]): string {
  let text = cut(description, limits.description);
  let separator = text === '' ? '' : '\n\n';
  for (const tag of new Set(tags.map((one) => one.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}]/gu, '')))) {
    const added = `${separator}#${tag}`;
    const isThere = text.toLowerCase().includes(`#${tag.toLowerCase()}`);
    if (tag === '' || isThere || [...text].length + [...added].length > limits.description) continue;
    text += added;
    separator = ' ';
  }
  return text;
}

/** Parses `2014-05-03 12:30:00` and its shorter and older forms as UTC. Returns null for an impossible date. */
export function parseDate(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^\s*(\d{4})[-:/.](\d{1,2})[-:/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1800) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return new Date(time).getUTCDate() === Number(day) ? time : null;
}

/** Returns the text of HTML. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<br\s*\/?>|<\/p>\s*<p[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|#0?39|nbsp);/g, (_, name: string) => entities[name] ?? "'")
    .trim();

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export const dayOf = (time: number | null): string =>
  time === null || Number.isNaN(new Date(time).getTime()) ? '…' : new Date(time).toISOString().slice(0, 10);

/** Returns a field of parsed JSON, or undefined. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the name of a file without folders and ending. */
export const baseOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? name).replace(/\.[^.]*$/, '');
