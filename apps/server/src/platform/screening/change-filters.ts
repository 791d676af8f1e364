import type * as calls from '@mbari/contract/platform/filters';
import type { Filters } from '@mbari/contract/platform/filters';
import { keyOfEntry } from '@mbari/contract/platform/word-list';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { recordModeration } from '../moderation/record-moderation.ts';
import { type FieldErrors, invalid, Refusal } from '../refusal.ts';
import { forgetFilters } from './cached-filters.ts';
import { findFilters, type FiltersRow, setFilters } from './queries.ts';

type Given = z.output<typeof calls.changeFilters.shape.body>;

export const readFilters = async ({ db }: Context): Promise<Filters> => viewFilters(await findFilters(db));

/** Replaces all filters. Throws `conflict` with the stored filters if the version is outdated. */
export async function changeFilters({ db, limits }: Context, viewer: Viewer, input: Given): Promise<Filters> {
  await limits.spend('settings by member', viewer.id);
  requireDistinct(input.entries);
  const filters = await db.transaction(async (tx) => {
    const row = await setFilters(tx, input);
    if (!row) throw new Refusal('conflict', 'siteChangedMeanwhile', { data: viewFilters(await findFilters(tx)) });
    await recordModeration(tx, viewer, 'change_filters', {});
    return row;
  });
  forgetFilters(db);
  return viewFilters(filters);
}

function requireDistinct(entries: Given['entries']): void {
  const errors: FieldErrors = {};
  const keys = new Set<string>();
  for (const [index, { text }] of entries.entries()) {
    const key = keyOfEntry(text);
    if (key === null) errors[`entries.${index}.text`] = ['filterNotWords'];
    else if (keys.has(key)) errors[`entries.${index}.text`] = ['sentTwice'];
    else keys.add(key);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const viewFilters = (row: FiltersRow): Filters => ({ ...row, changed_at: row.changed_at.toISOString() });
