import { listForumPostVersions } from '@mbari/contract/forum-post-versions';
import { route } from '../../http/route.ts';
import { Refusal } from '../../refusal.ts';
import { requirePostToChange } from '../forum-posts/edit-post.ts';
import { mayReadVersions } from '../forum-posts/rules.ts';
import { listVersions } from './list-versions.ts';

export const forumPostVersionRoutes = [
  route(listForumPostVersions, async ({ context, member, params }) => {
    const { id, author_id: authorId } = await requirePostToChange(context, member, params.id, params.postId);
    if (!mayReadVersions(member, authorId)) throw new Refusal('not_author', 'versionsOfOther');
    return { data: await listVersions(context.db, member.id, id) };
  }),
];
