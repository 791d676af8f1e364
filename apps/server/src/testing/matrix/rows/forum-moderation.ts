import * as moderation from '@mbari/contract/forum/moderation';
import { listForumPosts } from '@mbari/contract/forum/posts';
import * as posts from '@mbari/contract/forum/posts';
import * as topics from '@mbari/contract/forum/topics';
import { addTestReply, welcome } from '../../forum.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { type Expected, hidden, isStaff, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';
import { addCategory, topicOf } from './forum.ts';

const storedOk = ok({ stores: true });
const ofOrganisers = (actor: Actor): Expected => (isStaff(actor) ? storedOk : refused('forbidden'));

/** Returns the id of a topic that a moderator merged into another. */
async function mergedTopic(world: World): Promise<string> {
  const [topic, targetTopic] = [await topicOf(world), await topicOf(world)];
  const { token } = world.people.moderator;
  await world.app.call('POST', `/forum/topics/${topic.id}/merge`, { token, json: { into: targetTopic.id } });
  return topic.id;
}

export const forumModerationRows: Row[] = [
  ...[moderation.lockTopic, moderation.unlockTopic, moderation.unpinTopic].map((call): Row => ({
    call,
    expect: ofOrganisers,
    ask: async (world) => ({ params: { id: (await topicOf(world)).id } }),
  })),
  { call: moderation.pinTopic, expect: ofOrganisers, ask: async (world) => ({ params: { id: (await topicOf(world)).id }, json: {} }) },
  {
    call: moderation.moveTopic,
    expect: ofOrganisers,
    ask: async (world) => ({ params: { id: (await topicOf(world)).id }, json: { category_id: await addCategory(world) } }),
  },
  {
    call: moderation.restoreForumPost,
    expect: ofOrganisers,
    ask: async (world) => {
      const topic = await topicOf(world);
      const post = await addTestReply(world.app, topic, world.bystander);
      await world.app.db.pool.query('update forum_posts set deleted_at = now() where id = $1', [post.id]);
      await world.app.db.pool.query('select recount_forum_topics(array[$1::uuid])', [topic.id]);
      return { params: { id: topic.id, postId: post.id } };
    },
  },
  {
    call: moderation.splitTopic,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.id'], stores: true }) : refused('forbidden')),
    ask: async (world) => {
      const topic = await topicOf(world);
      const post = await addTestReply(world.app, topic, world.bystander);
      return { params: { id: topic.id }, json: { post_ids: [post.id], title: 'Another topic', category_id: welcome } };
    },
  },
  {
    call: moderation.splitTopic,
    about: { posts: 'of another topic' },
    actors: ['moderator', 'admin'],
    expect: () => refused('validation'),
    ask: async (world) => {
      const post = await addTestReply(world.app, await topicOf(world), world.bystander);
      return { params: { id: (await topicOf(world)).id }, json: { post_ids: [post.id], title: 'Another topic', category_id: welcome } };
    },
  },
  {
    call: moderation.mergeTopic,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.id'], stores: true }) : refused('forbidden')),
    ask: async (world) => ({ params: { id: (await topicOf(world)).id }, json: { into: (await topicOf(world)).id } }),
  },
  ...(['deleted', 'removed_by_moderation'] as const).map((state): Row => ({
    call: moderation.mergeTopic,
    about: { into: state },
    actors: ['moderator', 'admin'],
    expect: () => refused('validation'),
    ask: async (world) => ({ params: { id: (await topicOf(world)).id }, json: { into: (await topicOf(world, state)).id } }),
  })),
  {
    call: moderation.restoreTopic,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.id'], stores: true }) : refused('forbidden')),
    ask: async (world) => ({ params: { id: (await topicOf(world, 'deleted')).id }, json: {} }),
  },
  ...[topics.readTopic, listForumPosts, posts.addForumPost].map((call): Row => ({
    call,
    about: { topic: 'merged' },
    expect: () => refused('moved'),
    ask: async (world) => ({ params: { id: await mergedTopic(world) }, ...(call.takes && { json: { body: 'A reply' } }) }),
  })),
  ...[moderation.lockTopic, moderation.restoreTopic].map((call): Row => ({
    call,
    about: { topic: 'merged' },
    expect: (actor) => (isStaff(actor) ? hidden() : refused('forbidden')),
    ask: async (world) => ({ params: { id: await mergedTopic(world) }, ...(call.takes && { json: {} }) }),
  })),
  ...[moderation.lockTopic, moderation.moveTopic].map((call): Row => ({
    call,
    about: { topic: 'deleted' },
    actors: ['moderator', 'admin'],
    expect: hidden,
    ask: async (world) => ({ params: { id: (await topicOf(world, 'deleted')).id }, ...(call.takes && { json: { category_id: welcome } }) }),
  })),
];
