import { listTopics as endpoint } from '@mbari/contract/forum-topics';
import { route } from '../../http/route.ts';
import { listTopics } from './list-topics.ts';

export const forumTopicListRoutes = [route(endpoint, ({ context, member, query }) => listTopics(context, member, query))];
