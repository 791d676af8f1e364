import * as calls from '@mbari/contract/forum/topics';
import { sendKey } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { changedMeanwhile } from '../../platform/refusal.ts';
import { createTopic } from './create-topic.ts';
import { listTopics } from './find-topics.ts';
import { listTopicsAboutPhoto, listTopicsWithTag, readTopic } from './list-topics.ts';
import { deleteTopic, solveTopic, updateTopic } from './update-topic.ts';

export const forumTopicRoutes = [
  route(calls.listTopics, ({ context, member, query }) => listTopics(context, member, query)),
  route(calls.listTopicsAboutPhoto, ({ context, member, params, query }) => listTopicsAboutPhoto(context, member, params.id, query)),
  route(calls.listTopicsWithTag, ({ context, member, params, query }) => listTopicsWithTag(context, member, params.tag, query)),
  route(calls.createTopic, async ({ context, member, body, request }) => {
    const id = await createTopic(context, member, body, sendKey(request, body));
    return { message: answers.topicPosted, data: await readTopic(context, member, id) };
  }),
  route(calls.readTopic, async ({ context, member, params }) => ({ data: await readTopic(context, member, params.id) })),
  route(calls.updateTopic, async ({ context, member, params, body }) => {
    const isSaved = await updateTopic(context, member, params.id, body);
    const data = await readTopic(context, member, params.id);
    if (!isSaved) throw changedMeanwhile(data);
    return { message: answers.topicChanged, data };
  }),
  route(calls.deleteTopic, async ({ context, member, params }) => {
    await deleteTopic(context, member, params.id);
    return { message: answers.topicDeleted };
  }),
  route(calls.solveTopic, async ({ context, member, params, body }) => {
    await solveTopic(context, member, params.id, body.post_id);
    return { message: body.post_id === null ? answers.topicUnsolved : answers.topicSolved };
  }),
];
