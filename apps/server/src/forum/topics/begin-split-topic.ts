import { slugOf } from '@mbari/contract/slug';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { addTopicOfPosts } from './organiser-queries.ts';

/** The category is locked. */
interface Beginning {
  categoryId: string;
  title: string;
  opening: { id: string; author_id: string; created_at: Date };
}

/** Creates the topic before its posts move, with its opening's date. Returns its id. */
export async function beginSplitTopic(tx: Statements, { categoryId, title, opening }: Beginning): Promise<string> {
  const id = newId();
  await addTopicOfPosts(tx, {
    id,
    authorId: opening.author_id,
    categoryId,
    title,
    slug: slugOf(title),
    openingId: opening.id,
    createdAt: opening.created_at,
  });
  return id;
}
