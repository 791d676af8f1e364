import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, id, idOrNone, idParams, message, paging, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { image, photo } from './posts.ts';

/** Members enter while `running`, and vote while `voting`. Between the end of voting and the results, the votes are counted. */
export const challengeStates = ['announced', 'running', 'voting', 'counting', 'results'] as const;

export const challengeMethods = ['pairs', 'points'] as const;

/** Ends of the scale of scores: expected wins in 100 pairs against an average entry, or points. */
export const scoreScales = { pairs: { low: 0, high: 100 }, points: { low: 1, high: 5 } } as const;

/** Members who may enter: all, those with a paid plan, or those whose account is older than the start. */
export const challengeAudiences = ['everyone', 'paid', 'older'] as const;

/** An entry of the viewer. */
const ownEntry = z.object({
  id,
  /** The viewer's post. A post that was entered when it was new is scheduled for the end of voting, and gets another id then. */
  photo_id: id,
  title: z.string(),
  image,
  /** False if the post is archived, restricted, marked as sensitive, or without the entered image. It is not shown to voters. */
  counts: z.boolean(),
  /** Words of voters, without names. Empty until the results. */
  feedback: z.array(z.object({ id, text: z.string() })).max(limits.challengeFeedbackShown),
});
export type OwnEntry = z.infer<typeof ownEntry>;

const listed = z.object({
  id,
  title: z.string(),
  state: z.enum(challengeStates),
  starts_at: dated,
  entries_end_at: dated,
  voting_end_at: dated,
  entries_count: z.number().int(),
  /** The brief's picture. In `results` without one: the first entry that the viewer may see. */
  cover: image.nullable(),
});
export type ListedChallenge = z.infer<typeof listed>;

const challenge = listed.extend({
  /** Markdown. */
  body: z.string(),
  body_html: z.string(),
  /** Plain text with line breaks. */
  rules: z.string(),
  cover_id: id.nullable(),
  entries_each: z.number().int(),
  open_to: z.enum(challengeAudiences),
  method: z.enum(challengeMethods),
  /** The forum topic about the challenge. Null if there is none, or hidden from the viewer. */
  topic: z.object({ id, slug: z.string(), posts_count: z.number().int() }).nullable(),
  created_at: dated,
  version,
  viewer: z.object({
    may_edit: z.boolean(),
    /** The viewer belongs to `open_to`. */
    may_enter: z.boolean(),
    /** Voters have an account that is older than the start. */
    may_vote: z.boolean(),
    /** The viewer's votes. */
    votes_count: z.number().int(),
    entries: z.array(ownEntry).max(limits.challengeEntriesEach),
  }),
});
export type Challenge = z.infer<typeof challenge>;

/** An entry as voters see it: without its author, title and camera data. The image's id is the entry's. */
const blindEntry = z.object({ id, image });
export type BlindEntry = z.infer<typeof blindEntry>;

const handedVote = z.object({
  id,
  /** Two entries, the left one first, or one entry for points. */
  entries: z.array(blindEntry).min(1).max(2),
  /** Pairs: 1 left, 2 right, 0 cannot decide. Points: 1 to 5. Null: not voted yet. */
  choice: z.number().int().nullable(),
});
export type HandedVote = z.infer<typeof handedVote>;

/** `tally`: for pairs the votes won, undecided and lost, for points those of 1 to 5. */
const result = z.object({
  entry_id: id,
  /** Entries that the votes cannot tell apart share a place. Null: too few votes for a ranking, and the order is random. */
  place: z.number().int().nullable(),
  /** Pairs: how many of 100 pairs the entry would win against an average one. Points: 1 to 5. */
  score: z.number(),
  /** Bounds of the 90 % interval of `score`. */
  low: z.number(),
  high: z.number(),
  tally: z.array(z.number().int()),
  /** The organisers' words. */
  mention: z.string().nullable(),
  photo,
});
export type ChallengeResult = z.infer<typeof result>;

const time = z.iso.datetime(because('timeInvalid')).refine((value) => value >= '0001', because('timeInvalid'));

const fields = {
  title: text({ label: 'title', max: limits.challengeTitle, min: 1 }),
  body: text({ label: 'body', max: limits.challengeBody, lines: true }),
  rules: text({ label: 'rules', max: limits.challengeRules, lines: true }),
  /** A post that the viewer may see. Null removes the picture. */
  cover_id: idOrNone,
  starts_at: time,
  entries_end_at: time,
  voting_end_at: time,
  entries_each: z
    .int(because('notWholeNumber', { field: 'entries' }))
    .min(1, because('numberTooSmall', { field: 'entries', least: 1 }))
    .max(limits.challengeEntriesEach, because('numberTooLarge', { field: 'entries' })),
  open_to: z.enum(challengeAudiences, because('challengeAudienceUnknown')),
  method: z.enum(challengeMethods, because('challengeMethodUnknown')),
};

const answer = z.object({ data: challenge, message: z.string() });

export const listChallenges = endpoint('listChallenges', {
  method: 'GET',
  path: '/challenges',
  access: 'onboarded',
  scope: 'read',
  summary: 'List challenges without results, those whose voting ends first before others, or the archive, the last one first.',
  shape: {
    query: z.object({
      list: z.enum(['current', 'past'], because('challengeListUnknown')).default('current'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(listed), meta: z.object({ per_page: z.number().int(), next_cursor: z.string().nullable() }) }),
  },
});

export const readChallenge = endpoint('readChallenge', {
  method: 'GET',
  path: '/challenges/{id}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a challenge with the viewer’s own entries.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: challenge }) },
});

export const createChallenge = endpoint('createChallenge', {
  method: 'POST',
  path: '/challenges',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary:
    'Create a challenge. `repeats` plans further ones with the same brief and other titles, each a week or a month after the one before.',
  refuses: ['overloaded'],
  shape: {
    body: z.object({
      ...fields,
      body: fields.body.optional(),
      rules: fields.rules.optional(),
      cover_id: fields.cover_id.optional(),
      entries_each: fields.entries_each.default(1),
      open_to: fields.open_to.default('everyone'),
      method: fields.method.default('pairs'),
      repeats: z
        .object({
          every: z.enum(['week', 'month'], because('challengeRepeatUnknown')),
          titles: z.array(fields.title).max(limits.challengesPlanned, because('tooManyChallenges', { most: limits.challengesPlanned })),
        })
        .optional(),
    }),
    answer,
  },
});

export const updateChallenge = endpoint('updateChallenge', {
  method: 'PUT',
  path: '/challenges/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Edit a challenge. Omitted fields keep their values. After its start, times, number of entries, participants and method are fixed. An outdated `version` is refused with the stored challenge.',
  refuses: ['not_found', 'conflict', 'overloaded'],
  shape: {
    params: idParams,
    body: z.object({
      ...z.object(fields).partial().shape,
      /** Forum topic about the challenge. Null removes it. */
      topic_id: idOrNone.optional(),
      version: editedVersion,
    }),
    answer,
  },
});

export const deleteChallenge = endpoint('deleteChallenge', {
  method: 'DELETE',
  path: '/challenges/{id}',
  access: 'admin',
  summary: 'Delete a challenge with its entries, votes and results. The posts stay.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const enterChallenge = endpoint('enterChallenge', {
  method: 'POST',
  path: '/challenges/{id}/entries',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary:
    'Enter the first image of an own post that everybody may see. `createPhoto` enters a new post with `challenge_id`, which keeps it secret until the end of voting.',
  refuses: ['not_found'],
  shape: { params: idParams, body: z.object({ photo_id: id }), answer },
});

export const withdrawEntry = endpoint('withdrawEntry', {
  method: 'DELETE',
  path: '/challenges/{id}/entries/{entryId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Withdraw an own entry until the end of voting. Its votes are deleted; the post stays. Always succeeds without such an entry.',
  refuses: ['not_found', 'locked'],
  shape: { params: z.object({ id, entryId: id }), answer: message },
});

export const handOutVotes = endpoint('handOutVotes', {
  method: 'POST',
  path: '/challenges/{id}/votes',
  access: 'onboarded',
  summary:
    'Hand out entries to vote on: those with the fewest views first, in random order among equals, never own ones or those of blocked members. Returns everything that was handed to the viewer, in order, with up to ten open votes at its end.',
  refuses: ['not_found', 'locked'],
  shape: {
    params: idParams,
    answer: z.object({ data: z.array(handedVote).max(limits.challengeShown), meta: z.object({ method: z.enum(challengeMethods) }) }),
  },
});

export const vote = endpoint('vote', {
  method: 'PUT',
  path: '/challenges/{id}/votes/{voteId}',
  access: 'onboarded',
  takes: 'json',
  summary: 'Vote, or change a vote, until the end of voting.',
  refuses: ['not_found', 'locked'],
  shape: {
    params: z.object({ id, voteId: id }),
    body: z.object({
      choice: z.int(because('challengeChoiceUnknown')).min(0, because('challengeChoiceUnknown')).max(5, because('challengeChoiceUnknown')),
    }),
    answer: message,
  },
});

export const giveFeedback = endpoint('giveFeedback', {
  method: 'PUT',
  path: '/challenges/{id}/entries/{entryId}/feedback',
  access: 'onboarded',
  takes: 'json',
  summary:
    'Write words about an entry that was handed to the viewer, until the end of voting. Empty words are taken back. The entrant reads them with the results, without a name.',
  refuses: ['not_found', 'locked'],
  shape: {
    params: z.object({ id, entryId: id }),
    body: z.object({ text: text({ label: 'feedback', max: limits.challengeFeedback, lines: true }) }),
    answer: message,
  },
});

export const listResults = endpoint('listResults', {
  method: 'GET',
  path: '/challenges/{id}/results',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the results, best first, with the posts that the viewer may see. The first page also has the viewer’s own results.',
  refuses: ['not_found', 'locked'],
  shape: {
    params: idParams,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(result),
      meta: z.object({
        per_page: z.number().int(),
        next_cursor: z.string().nullable(),
        votes_count: z.number().int(),
        method: z.enum(challengeMethods),
      }),
      /** Results of the viewer's entries, also where they are on later pages. Empty on later pages. */
      own: z.array(result).max(limits.challengeEntriesEach),
      /** Number of entries in each twentieth of the scale, lowest scores first. Counts all entries, as places do. Empty without a ranking, and on later pages. */
      distribution: z.array(z.number().int()),
    }),
  },
});

export const mentionEntry = endpoint('mentionEntry', {
  method: 'PUT',
  path: '/challenges/{id}/entries/{entryId}/mention',
  access: 'admin',
  takes: 'json',
  summary: 'Mention an entry in the results with the organisers’ words. Empty words are taken back.',
  refuses: ['not_found', 'locked'],
  shape: {
    params: z.object({ id, entryId: id }),
    body: z.object({ text: text({ label: 'mention', max: limits.challengeMention }) }),
    answer: message,
  },
});
