import * as calls from '@mbari/contract/forum-polls';
import { route } from '../../http/route.ts';
import { closePoll } from './close-poll.ts';
import { listVoters } from './list-voters.ts';
import { vote } from './vote.ts';

export const forumPollRoutes = [
  route(calls.votePoll, async ({ context, member, params, body }) => ({
    message: body.choices.length === 0 ? 'Vote taken back' : 'Vote counted',
    data: await vote(context, member, params.id, params.postId, body.choices),
  })),
  route(calls.closePoll, async ({ context, member, params }) => ({
    message: 'Poll closed',
    data: await closePoll(context, member, params.id, params.postId),
  })),
  route(calls.listPollVoters, ({ context, member, params, query }) => listVoters(context, member, params.id, params.postId, query)),
];
