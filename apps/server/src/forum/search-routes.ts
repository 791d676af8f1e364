import * as calls from '@mbari/contract/forum/search';
import { route } from '../platform/http/route.ts';
import { searchForum } from './search-forum.ts';
import { listSimilarRows } from './search-queries.ts';
import { viewSimilarTopic } from './search-views.ts';

export const forumSearchRoutes = [
  route(calls.searchForum, ({ context, member, query }) => searchForum(context, member, query)),
  route(calls.listSimilarTopics, async ({ context, member, query }) => {
    await context.limits.spend('forum search by member', member.id);
    return { data: (await listSimilarRows(context.db, member.id, query.title)).map(viewSimilarTopic) };
  }),
];
