import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, listMeta, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const poll = z.object({
  question: z.string(),
  choices: z.array(
    z.object({
      id,
      text: z.string(),
      /** Null if the viewer can vote but has not voted. */
      votes_count: z.number().int().nullable(),
    }),
  ),
  several: z.boolean(),
  /** Null if the poll stays open until it is closed by hand. */
  closes_at: dated.nullable(),
  is_closed: z.boolean(),
  voters_count: z.number().int(),
  mine: z.array(id),
  viewer: z.object({ may_vote: z.boolean(), may_close: z.boolean() }),
});
export type Poll = z.infer<typeof poll>;

const choice = text({ label: 'choice', max: limits.pollChoice, min: 1 });

export const newPoll = z.object({
  question: text({ label: 'question', max: limits.pollQuestion }).optional(),
  choices: z
    .array(choice, because('pollChoicesNotList'))
    .min(limits.pollChoicesMin, because('tooFewPollChoices', { least: limits.pollChoicesMin }))
    .max(limits.pollChoices, because('tooManyPollChoices', { most: limits.pollChoices }))
    .refine((choices) => new Set(choices.map((one) => one.toLowerCase())).size === choices.length, because('pollChoiceTwice')),
  several: z.boolean(because('pollSeveralInvalid')).default(false),
  closes_at: z.iso.datetime(because('timeInvalid')).nullish(),
});
export type NewPollBody = z.output<typeof newPoll>;

const params = z.object({ id, postId: id });
const answer = z.object({ data: poll, message: z.string() });

export const votePoll = endpoint('votePoll', {
  method: 'PUT',
  path: '/forum/topics/{id}/posts/{postId}/poll/vote',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  summary: 'Vote in a poll. Replaces an earlier vote, which cannot be withdrawn.',
  refuses: ['not_found', 'locked', 'poll_closed'],
  shape: {
    params,
    body: z.object({
      choices: z.array(id, because('pollVotesNotList')).max(limits.pollChoices, because('tooManyPollVotes', { most: limits.pollChoices })),
    }),
    answer,
  },
});

export const closePoll = endpoint('closePoll', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/poll/close',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Close a poll early: the author of the post or an organiser.',
  refuses: ['not_found', 'not_author'],
  shape: { params, answer },
});

export const listPollVoters = endpoint('listPollVoters', {
  method: 'GET',
  path: '/forum/topics/{id}/posts/{postId}/poll/voters',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the voters of a choice after the poll is closed.',
  refuses: ['not_found', 'forbidden'],
  shape: {
    params,
    query: z.object({ choice: id, per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(author), meta: listMeta }),
  },
});
