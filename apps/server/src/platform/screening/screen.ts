import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { because, invalid } from '../refusal.ts';
import { knownFilters } from './known-filters.ts';

/** What somebody writes, by the names of the fields. */
type Texts = Readonly<Record<string, string | undefined>>;

/** What of the list a text has. */
export interface Screened {
  /** What organisers are to look at: it is posted, and reported. */
  listed: string | null;
  /** What is to wait for an organiser. */
  toReview: string | null;
}

/** Refuses a text that has what the community does not take, and answers what else of the list it has. Organisers write what they like. */
export async function screenNew({ db }: Context, { role }: Pick<Viewer, 'role'>, texts: Texts): Promise<Screened> {
  const found: Screened = { listed: null, toReview: null };
  if (role !== 'member') return found;
  const { refused, pending, reported } = await knownFilters(db);
  for (const [field, text = ''] of Object.entries(texts)) {
    const word = refused.find(text);
    if (word !== null) throw notTaken(field, word);
    found.toReview ??= pending.find(text);
    found.listed ??= reported.find(text);
  }
  return found;
}

/** The same of a change of what is posted, which nobody waits for: what would be pending is reported. */
export async function screen(context: Context, viewer: Pick<Viewer, 'role'>, texts: Texts): Promise<string | null> {
  const { listed, toReview } = await screenNew(context, viewer, texts);
  return listed ?? toReview;
}

/** Says of a name whether it is refused. */
export const refusedNames = async ({ db }: Context): Promise<(name: string) => boolean> => {
  const { refused } = await knownFilters(db);
  return (name) => refused.find(name) !== null;
};

/** All that Markdown says: as it was written, as it is read, and where its links lead. */
export const markdownTexts = ({ body, plain, html }: { body: string; plain: string; html: string }): string =>
  [body, plain, ...[...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)].join('\n');

function notTaken(field: string, word: string): Error {
  const why = because('wordNotTaken', { word });
  return invalid({ [field]: [why] }, why);
}
