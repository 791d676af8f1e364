import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { because, invalid } from '../refusal.ts';
import { cachedFilters } from './cached-filters.ts';

type Texts = Readonly<Record<string, string | undefined>>;

export interface Screened {
  /** Matched word; the text is published and reported. */
  listed: string | null;
  /** Matched word; the text needs approval. */
  toReview: string | null;
}

/** Throws `validation` for a refused word and returns other matches. Organisers are exempt. */
export async function screenNew({ db }: Context, { role }: Pick<Viewer, 'role'>, texts: Texts): Promise<Screened> {
  const matches: Screened = { listed: null, toReview: null };
  if (role !== 'member') return matches;
  const { refused, pending, reported } = await cachedFilters(db);
  for (const [field, text = ''] of Object.entries(texts)) {
    const word = refused.find(text);
    if (word !== null) throw notTaken(field, word);
    matches.toReview ??= pending.find(text);
    matches.listed ??= reported.find(text);
  }
  return matches;
}

/** Returns the first word that is refused or needs approval. Organisers are exempt. */
export async function findUnwantedWord({ db }: Context, { role }: Pick<Viewer, 'role'>, text: string): Promise<string | null> {
  if (role !== 'member') return null;
  const { refused, pending } = await cachedFilters(db);
  return refused.find(text) ?? pending.find(text);
}

/** Screens an edit. Edits are published immediately, so words that need approval are reported. */
export async function screen(context: Context, viewer: Pick<Viewer, 'role'>, texts: Texts): Promise<string | null> {
  const { listed, toReview } = await screenNew(context, viewer, texts);
  return listed ?? toReview;
}

export const refusedNames = async ({ db }: Context): Promise<(name: string) => boolean> => {
  const { refused } = await cachedFilters(db);
  return (name) => refused.find(name) !== null;
};

/** Returns all texts of rendered Markdown: source, plain text and link addresses. */
export const markdownTexts = ({ body, plain, html }: { body: string; plain: string; html: string }): string =>
  [body, plain, ...[...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)].join('\n');

export function notTaken(field: string, word: string): Error {
  const reason = because('wordNotTaken', { word });
  return invalid({ [field]: [reason] }, reason);
}
