import * as calls from '@mbari/contract/photos/challenges';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { enterChallenge, withdrawEntry } from './enter-challenge.ts';
import { listChallenges, listResults, presentChallenge } from './read-challenge.ts';
import { createChallenge, deleteChallenge, mentionEntry, updateChallenge } from './save-challenge.ts';
import { giveFeedback, handOutVotes, vote } from './vote.ts';

export const challengeRoutes = [
  route(calls.listChallenges, ({ context, member, query }) => listChallenges(context, member, query)),
  route(calls.readChallenge, async ({ context, member, params }) => ({ data: await presentChallenge(context, member, params.id) })),
  route(calls.createChallenge, async ({ context, member, body }) => {
    const id = await createChallenge(context, member, body);
    return { data: await presentChallenge(context, member, id), message: answers.challengeCreated };
  }),
  route(calls.updateChallenge, async ({ context, member, params, body }) => {
    await updateChallenge(context, member, params.id, body);
    return { data: await presentChallenge(context, member, params.id), message: answers.challengeSaved };
  }),
  route(calls.deleteChallenge, async ({ context, member, params }) => {
    await deleteChallenge(context, member, params.id);
    return { message: answers.challengeDeleted };
  }),
  route(calls.enterChallenge, async ({ context, member, params, body }) => {
    await enterChallenge(context, member, params.id, body.photo_id);
    return { data: await presentChallenge(context, member, params.id), message: answers.challengeEntered };
  }),
  route(calls.withdrawEntry, async ({ context, member, params }) => {
    await withdrawEntry(context, member, params);
    return { message: answers.entryWithdrawn };
  }),
  route(calls.handOutVotes, ({ context, member, params }) => handOutVotes(context, member, params.id)),
  route(calls.vote, async ({ context, member, params, body }) => {
    await vote(context, member, { ...params, choice: body.choice });
    return { message: answers.challengeVoted };
  }),
  route(calls.giveFeedback, async ({ context, member, params, body }) => {
    await giveFeedback(context, member, { ...params, text: body.text });
    return { message: answers.feedbackSaved };
  }),
  route(calls.listResults, ({ context, member, params, query }) => listResults(context, member, params.id, query)),
  route(calls.mentionEntry, async ({ context, member, params, body }) => {
    await mentionEntry(context, member, { ...params, text: body.text });
    return { message: answers.mentionSaved };
  }),
];
