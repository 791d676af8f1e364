import type { Author } from '@mbari/contract/shapes/members';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { invalid } from '../../platform/refusal.ts';
import { listNewPostersFollowed } from './following-queries.ts';
import { listNewPosters } from './queries.ts';

const faces = 3;

/** Counts others' posts that are newer than `after`, with their newest authors. */
export async function countNewPosts(
  { db }: Context,
  viewer: Viewer,
  { after, feed }: { after: string; feed?: 'following' | undefined },
): Promise<{ count: number; members: Author[] }> {
  if (!isId(after)) throw invalid({ after: ['postNotInFeed'] });
  const posters = await (feed === 'following' ? listNewPostersFollowed : listNewPosters)(db, viewer.id, after);
  const distinct = new Map(posters.map((row) => [row.author_id, row]));
  return { count: posters.length, members: [...distinct.values()].slice(0, faces).map(viewAuthor) };
}
