import { z } from 'zod';
import { joiningModes } from '../joining-modes.ts';

export const site = z.object({
  name: z.string(),
  tagline: z.string(),
  /** The external provider's button, or null. */
  provider: z.object({ name: z.string(), url: z.string() }).nullable(),
  pricing_url: z.string(),
  /** What the paid plan costs, in the operator's words; null: not said. */
  plans_price: z.string().nullable(),
  /** Those offered, each by its own name. */
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
  /** Who may open an account. */
  joining: z.object({ mode: z.enum(joiningModes), members_invite: z.boolean() }),
  /** Mails can be read at /outbox: there is no mail server and only this machine can reach the page. */
  outbox_url: z.string().nullable(),
  limits: z.record(z.string(), z.number()),
});
export type Site = z.infer<typeof site>;

export const siteShapes = {
  readSite: { answer: z.object({ data: site }) },
};
