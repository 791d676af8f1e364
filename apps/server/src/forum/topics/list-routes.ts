import * as calls from '@mbari/contract/forum-topic-lists';
import { route } from '../../platform/http/route.ts';
import { listTopicsAboutPhoto } from './list-topics-about-photo.ts';
import { listTopicsWithTag } from './list-topics-with-tag.ts';
import { listTopics } from './list-topics.ts';

export const forumTopicListRoutes = [
  route(calls.listTopics, ({ context, member, query }) => listTopics(context, member, query)),
  route(calls.listTopicsAboutPhoto, ({ context, member, params, query }) => listTopicsAboutPhoto(context, member, params.id, query)),
  route(calls.listTopicsWithTag, ({ context, member, params, query }) => listTopicsWithTag(context, member, params.tag, query)),
];
