import { listForumPostVersions } from '@mbari/contract/forum-post-versions';
import { route } from '../../http/route.ts';
import { Refusal } from '../../refusal.ts';
import { requirePostToChange } from '../forum-posts/edit-post.ts';
import { mayReadVersions } from '../forum-posts/rules.ts';
import { listVersionRows } from './queries.ts';
import { viewVersion } from './views.ts';

export const forumPostVersionRoutes = [
  route(listForumPostVersions, async ({ context, member, params }) => {
    const { id, author_id: authorId } = await requirePostToChange(context, member, params.id, params.postId);
    if (!mayReadVersions(member, authorId)) throw new Refusal('not_author', 'versionsOfOther');
    return { data: (await listVersionRows(context.db, member.id, id)).map(viewVersion) };
  }),
];
