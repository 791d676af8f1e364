import type { Statements } from '../../db/database.ts';
import { addMentions, type NewPost, removeMentions, setBody } from './queries.ts';

/** Changes what a post says, if it says anything else; what it said is kept. Who is named is found anew. */
export async function changeBody(
  tx: Statements,
  editorId: string,
  post: Pick<NewPost, 'id' | 'authorId' | 'body' | 'html' | 'htmlVersion' | 'plain' | 'mentions'>,
): Promise<void> {
  if (!(await setBody(tx, editorId, post))) return;
  await removeMentions(tx, post.id);
  if (post.mentions.length > 0) await addMentions(tx, [post]);
}
