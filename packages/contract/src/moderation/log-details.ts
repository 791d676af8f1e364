import { z } from 'zod';
import { joiningModes } from '../identity/joining.ts';
import { dated, id, roles } from '../platform/fields.ts';
import { settingNames } from '../platform/site-settings.ts';
import { pendingKinds } from './pending-posts.ts';

export const siteFields = [...settingNames, 'logo'] as const;
export type SiteField = (typeof siteFields)[number];

/** Details of an act. Clients translate them. */
export const logDetails = z.discriminatedUnion('type', [
  /** `ask_again`: all members must accept the rules again. */
  z.object({ type: z.literal('rules'), version: z.number().int(), ask_again: z.boolean() }),
  z.object({ type: z.literal('site'), fields: z.array(z.enum(siteFields)) }),
  /** `provider`: name of the identity provider whose groups gave the role. */
  z.object({ type: z.literal('role'), before: z.enum(roles), after: z.enum(roles), provider: z.string().optional() }),
  z.object({ type: z.literal('joining'), mode: z.enum(joiningModes) }),
  /** `until` is null if the plan has no end. */
  z.object({ type: z.literal('plan'), name: z.string(), until: dated.nullable() }),
  /** End of a pin, silence or suspension. */
  z.object({ type: z.literal('until'), until: dated }),
  /** Name of the previous category. */
  z.object({ type: z.literal('moved'), category: z.string() }),
  /** Topic that received the posts. The log entry's `target` has its title. */
  z.object({ type: z.literal('merged'), topic_id: id }),
  z.object({ type: z.literal('split'), topic_id: id, posts_count: z.number().int() }),
  z.object({ type: z.literal('pending'), kind: z.enum(pendingKinds) }),
]);
export type LogDetails = z.infer<typeof logDetails>;
