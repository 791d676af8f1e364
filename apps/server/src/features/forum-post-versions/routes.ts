import { listForumPostVersions } from '@mbari/contract/forum-post-versions';
import { route } from '../../http/route.ts';
import { requirePostToChange } from '../forum-posts/edit-post.ts';
import { listVersionRows } from './queries.ts';
import { viewVersion } from './views.ts';

export const forumPostVersionRoutes = [
  route(listForumPostVersions, async ({ context, member, params }) => {
    const { id } = await requirePostToChange(context, member, params.id, params.postId);
    return { data: (await listVersionRows(context.db, member.id, id)).map(viewVersion) };
  }),
];
