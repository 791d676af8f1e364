import type { Context } from '../../context.ts';
import { invalid } from '../../refusal.ts';
import { addInterests, findCategoriesByWord, lockMember, listInterests, removeInterestsExcept } from './queries.ts';
import { viewInterests } from './views.ts';

/** Chooses a member's interests anew. Each is named by id, slug or name; one that is unknown refuses them all. */
export async function replaceInterests({ db }: Context, memberId: string, words: string[]): Promise<ReturnType<typeof viewInterests>> {
  // No name has this character, and no database takes it.
  const found = await findCategoriesByWord(
    db,
    words.filter((word) => !word.includes('\0')),
  );
  const ids = found.flatMap(({ id }) => id ?? []);
  if (ids.length < words.length) throw invalid({ category_ids: ['Choose interests from the list.'] });
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    await removeInterestsExcept(tx, memberId, ids);
    await addInterests(tx, memberId, ids);
    return viewInterests(await listInterests(tx, memberId));
  });
}
