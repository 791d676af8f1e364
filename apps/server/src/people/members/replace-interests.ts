import { findCategories } from '../../photos/find-category.ts';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/refusal.ts';
import { addInterests, listInterests, lockMember, removeInterestsExcept, waiveInterests } from './queries.ts';
import { viewInterests } from './views.ts';

/** Replaces the interests, each given by id, slug or name. One unknown refuses all. An empty list is valid only without categories. */
export async function replaceInterests({ db }: Context, memberId: string, words: string[]): Promise<ReturnType<typeof viewInterests>> {
  const found = await findCategories(db, words);
  const ids = found.flatMap((category) => category?.id ?? []);
  if (ids.length < words.length) throw invalid({ category_ids: ['interestsNotListed'] });
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    if (ids.length === 0 && (await waiveInterests(tx, memberId)) === 0) throw invalid({ category_ids: ['interestMissing'] });
    await removeInterestsExcept(tx, memberId, ids);
    await addInterests(tx, memberId, ids);
    return viewInterests(await listInterests(tx, memberId));
  });
}
