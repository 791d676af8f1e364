import { listTopics as endpoint } from '@mbari/contract/forum-topic-lists';
import { route } from '../../http/route.ts';
import { listTopics } from './list-topics.ts';

export const forumTopicListRoutes = [route(endpoint, ({ context, member, query }) => listTopics(context, member, query))];
