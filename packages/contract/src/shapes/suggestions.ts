import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { memberCard } from './directory.ts';

/** Why a member is suggested. */
export const suggestion = memberCard.extend({
  /** How many interests are shared. */
  shared_interests: z.number().int(),
  /** Of those one follows, who follow them: at most two names, and how many there are. */
  followed_by: z.array(z.string()),
  followed_by_count: z.number().int(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestionShapes = {
  listSuggestions: {
    query: z.object({
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,2}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.suggestions))
        .optional(),
    }),
    answer: z.object({ data: z.array(suggestion) }),
  },
};
