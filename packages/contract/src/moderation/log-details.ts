import { z } from 'zod';
import { joiningModes } from '../identity/joining.ts';
import { dated, id, roles } from '../platform/fields.ts';
import { settingNames } from '../platform/site-settings.ts';
import { pendingKinds } from './pending-posts.ts';

/** The settings of the site, as the log names them. */
export const siteFields = [...settingNames, 'logo'] as const;
export type SiteField = (typeof siteFields)[number];

/** What else is known of an act, for clients to put into words. */
export const logDetails = z.discriminatedUnion('type', [
  /** `ask_again`: everybody is asked to accept them. */
  z.object({ type: z.literal('rules'), version: z.number().int(), ask_again: z.boolean() }),
  z.object({ type: z.literal('site'), fields: z.array(z.enum(siteFields)) }),
  z.object({ type: z.literal('role'), before: z.enum(roles), after: z.enum(roles) }),
  z.object({ type: z.literal('joining'), mode: z.enum(joiningModes) }),
  /** No end: until further notice. */
  z.object({ type: z.literal('plan'), name: z.string(), until: dated.nullable() }),
  /** When a pin, a silence or a suspension ends. */
  z.object({ type: z.literal('until'), until: dated }),
  /** The category that a topic was in, as it was called. */
  z.object({ type: z.literal('moved'), category: z.string() }),
  /** The topic that has the posts now: see the entry's `target`. */
  z.object({ type: z.literal('merged'), topic_id: id }),
  z.object({ type: z.literal('split'), topic_id: id, posts_count: z.number().int() }),
  /** What waited for an organiser. */
  z.object({ type: z.literal('pending'), kind: z.enum(pendingKinds) }),
]);
export type LogDetails = z.infer<typeof logDetails>;
