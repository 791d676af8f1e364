import { findCategories } from '../photos/find-category.ts';
import type { Context } from '../platform/context.ts';
import { invalid } from '../platform/refusal.ts';
import { insertInterests, listInterests, lockMember, deleteInterestsExcept, markInterestsWaived } from './current-user-queries.ts';
import { viewInterests } from './current-user-views.ts';

/** Replaces the interests, each given by id, slug or name. An unknown one refuses all. An empty list is valid only without categories. */
export async function replaceInterests({ db }: Context, memberId: string, names: string[]): Promise<ReturnType<typeof viewInterests>> {
  const categories = await findCategories(db, names);
  const ids = categories.flatMap((category) => category?.id ?? []);
  if (ids.length < names.length) throw invalid({ category_ids: ['interestsNotListed'] });
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    if (ids.length === 0 && (await markInterestsWaived(tx, memberId)) === 0) throw invalid({ category_ids: ['interestMissing'] });
    await deleteInterestsExcept(tx, memberId, ids);
    await insertInterests(tx, memberId, ids);
    return viewInterests(await listInterests(tx, memberId));
  });
}
