import { listTopics as endpoint, listTopicsWithTag as withTag } from '@mbari/contract/forum-topic-lists';
import { route } from '../../http/route.ts';
import { listTopicsWithTag } from './list-topics-with-tag.ts';
import { listTopics } from './list-topics.ts';

export const forumTopicListRoutes = [
  route(endpoint, ({ context, member, query }) => listTopics(context, member, query)),
  route(withTag, ({ context, member, params, query }) => listTopicsWithTag(context, member, params.tag, query)),
];
