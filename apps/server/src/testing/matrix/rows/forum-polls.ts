import * as polls from '@mbari/contract/forum/polls';
import * as posts from '@mbari/contract/forum/posts';
import * as topics from '@mbari/contract/forum/topics';
import { addTestReply, addTestTopic, welcome } from '../../forum.ts';
import { addTestPoll, addTestVote } from '../../polls.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { created, type Expected, hidden, isOwner, isStaff, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

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
