import { listForumPosts } from '@mbari/contract/forum/posts';
import { route } from '../../platform/http/route.ts';
import { readPostsPage } from './read-page.ts';

export const forumPostPageRoutes = [
  route(listForumPosts, ({ context, member, params, query }) => readPostsPage(context, member, params.id, query)),
];
