import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { because, invalid } from '../../refusal.ts';
import { knownFilters } from './known-filters.ts';

/** What somebody writes, by the names of the fields. */
type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Refuses a text that has what the community does not take, and answers what organisers are to look at: the entry that it has, or null. Organisers write
 * what they like.
 */
export async function screen({ db }: Context, { role }: Pick<Viewer, 'role'>, texts: Texts): Promise<string | null> {
  if (role !== 'member') return null;
  const { refused, reported } = await knownFilters(db);
  let found: string | null = null;
  for (const [field, text = ''] of Object.entries(texts)) {
    const word = refused.find(text);
    if (word !== null) throw notTaken(field, word);
    found ??= reported.find(text);
  }
  return found;
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
