import * as moderation from '@mbari/contract/forum/moderation';
import * as polls from '@mbari/contract/forum/polls';
import * as posts from '@mbari/contract/forum/posts';
import { listForumPosts } from '@mbari/contract/forum/posts';
import * as topics from '@mbari/contract/forum/topics';
import { addTestPoll, addTestReply, addTestTopic, addTestVote, welcome } from '../../forum.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { created, type Expected, hidden, isOwner, isStaff, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';
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

type PollState = 'open' | 'closed' | 'in_locked_topic' | 'in_deleted_topic';

/** Adds a poll of the owner in an unrelated member's topic, with that member's vote. */
async function pollOf(world: World, state: PollState = 'open'): Promise<{ params: Record<string, string>; choice: string }> {
  const { app, bystander, people } = world;
  const topic = await addTestTopic(app, bystander, {
    ...(state === 'in_locked_topic' && { locked_at: new Date() }),
    ...(state === 'in_deleted_topic' && { deleted_at: new Date() }),
  });
  const post = await addTestReply(app, topic, people.owner);
  const poll = await addTestPoll(app, post.id, { closes_at: state === 'closed' ? new Date(0) : null });
  await addTestVote(app, bystander, poll, 'Kola');
  return { params: { id: topic.id, postId: post.id }, choice: poll.choices[2]!.id };
}

/** Viewers see no poll of a hidden member. */
const where =
  (state: PollState, then: (actor: Actor) => Expected) =>
  (actor: Actor): Expected =>
    state === 'in_deleted_topic' || actor === 'blocked' || actor === 'blocker' ? hidden() : then(actor);

const states: readonly PollState[] = ['open', 'closed', 'in_locked_topic', 'in_deleted_topic'];
const poll = { choices: ['Indigo', 'Kola'], several: true };
const visiblePoll = { has: ['data.poll.choices.0.id', 'data.poll.viewer.may_vote'], stores: true };

export const forumPollRows: Row[] = [
  {
    call: topics.createTopic,
    about: { with: 'poll' },
    expect: () => created(visiblePoll),
    ask: () => ({ json: { category_id: welcome, title: 'Which dye?', body: 'Say', poll } }),
  },
  {
    call: posts.addForumPost,
    about: { with: 'poll' },
    expect: () => created(visiblePoll),
    ask: async (world) => ({ params: { id: (await addTestTopic(world.app, world.bystander)).id }, json: { body: 'Say', poll } }),
  },
  ...states.flatMap((state): Row[] => {
    const about = { poll: state };
    return [
      {
        call: polls.votePoll,
        about,
        expect: where(state, () => {
          if (state === 'closed') return refused('poll_closed');
          return state === 'open' ? ok({ has: ['data.choices.0.votes_count'], stores: true }) : refused('locked');
        }),
        ask: async (world) => {
          const { params, choice } = await pollOf(world, state);
          return { params, json: { choices: [choice] } };
        },
      },
      {
        call: polls.closePoll,
        about,
        expect: where(state, (actor) =>
          isOwner(actor) || isStaff(actor)
            ? ok({ has: ['data.is_closed'], ...(state !== 'closed' && { stores: true }) })
            : refused('not_author'),
        ),
        ask: async (world) => ({ params: (await pollOf(world, state)).params }),
      },
      {
        call: polls.listPollVoters,
        about,
        // Even the poll's author sees voters only after closing.
        expect: where(state, () => (state === 'closed' ? ok({ contains: true }) : refused('forbidden'))),
        ask: async (world) => {
          const { params, choice } = await pollOf(world, state);
          return { params, query: `choice=${choice}`, item: world.bystander.id };
        },
      },
    ];
  }),
  ...[polls.votePoll, polls.closePoll, polls.listPollVoters].map((call): Row => ({
    call,
    about: { below: 'another topic' },
    actors: ['owner', 'non_follower', 'moderator'],
    expect: hidden,
    ask: async (world, actor) => {
      const { params, choice } = await pollOf(world, 'closed');
      const otherTopic = await addTestTopic(world.app, memberOf(world, actor) ?? world.bystander);
      return {
        params: { ...params, id: otherTopic.id },
        ...(call.method === 'GET' && { query: `choice=${choice}` }),
        ...(call.takes && { json: { choices: [choice] } }),
      };
    },
  })),
];
