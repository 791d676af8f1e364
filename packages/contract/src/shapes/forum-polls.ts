import { z } from 'zod';
import * as limits from '../limits.ts';
import { dated, id, listMeta, paging, text } from './fields.ts';
import { author } from './members.ts';

/** A poll as the viewer reads it. */
export const poll = z.object({
  question: z.string(),
  choices: z.array(
    z.object({
      id,
      text: z.string(),
      /** Null while the viewer may still vote and has not. */
      votes_count: z.number().int().nullable(),
    }),
  ),
  several: z.boolean(),
  /** Null where it stays open until somebody closes it. */
  closes_at: dated.nullable(),
  is_closed: z.boolean(),
  voters_count: z.number().int(),
  /** What the viewer chose. */
  mine: z.array(id),
  viewer: z.object({ may_vote: z.boolean(), may_close: z.boolean() }),
});
export type Poll = z.infer<typeof poll>;

const choice = text({ label: 'choice', max: limits.pollChoice, min: 1 });

/** A poll as it is given with a post. */
export const newPoll = z.object({
  question: text({ label: 'question', max: limits.pollQuestion }).optional(),
  choices: z
    .array(choice, 'The choices must be a list of texts.')
    .min(limits.pollChoicesMin, `A poll needs at least ${limits.pollChoicesMin} choices.`)
    .max(limits.pollChoices, `A poll may have at most ${limits.pollChoices} choices.`)
    .refine((choices) => new Set(choices.map((one) => one.toLowerCase())).size === choices.length, 'Each choice must be different.'),
  /** Whether one may choose more than one. */
  several: z.boolean('Say whether one may choose several.').default(false),
  closes_at: z.iso.datetime('The end must be a time in UTC.').nullish(),
});
export type NewPollBody = z.output<typeof newPoll>;

const params = z.object({ id, postId: id });
const answer = z.object({ data: poll, message: z.string() });

export const forumPollShapes = {
  votePoll: {
    params,
    body: z.object({
      choices: z
        .array(id, 'The choices must be a list of ids.')
        .max(limits.pollChoices, `A poll has at most ${limits.pollChoices} choices.`),
    }),
    answer,
  },
  closePoll: { params, answer },
  listPollVoters: {
    params,
    query: z.object({ choice: id, per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(author), meta: listMeta }),
  },
};
