import { listForumPostVersions } from '@mbari/contract/forum/posts';
import { route } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requirePostToChange } from './edit-post.ts';
import { listVersions } from './list-versions.ts';
import { mayReadVersions } from './rules.ts';

export const forumPostVersionRoutes = [
  route(listForumPostVersions, async ({ context, member, params }) => {
    const { id, author_id: authorId } = await requirePostToChange(context, member, params.id, params.postId);
    if (!mayReadVersions(member, authorId)) throw new Refusal('not_author', 'versionsOfOther');
    return { data: await listVersions(context.db, member.id, id) };
  }),
];
