import * as calls from '@mbari/contract/forum/polls';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { listVoters } from './read-polls.ts';
import { closePoll, vote } from './vote-in-poll.ts';

export const forumPollRoutes = [
  route(calls.votePoll, async ({ context, member, params, body }) => ({
    message: body.choices.length === 0 ? answers.voteTakenBack : answers.voteCounted,
    data: await vote(context, member, params.id, params.postId, body.choices),
  })),
  route(calls.closePoll, async ({ context, member, params }) => ({
    message: answers.pollClosed,
    data: await closePoll(context, member, params.id, params.postId),
  })),
  route(calls.listPollVoters, ({ context, member, params, query }) => listVoters(context, member, params.id, params.postId, query)),
];
