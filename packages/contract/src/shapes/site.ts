import { z } from 'zod';
import { joiningModes } from '../joining-modes.ts';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, localeTag, text } from './fields.ts';

export const sitePageNames = ['about', 'privacy'] as const;

const logo = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });

export const site = z.object({
  name: z.string(),
  tagline: z.string(),
  logo: logo.nullable(),
  /** `#rrggbb`, or null for the product's own. */
  accent: z.string().nullable(),
  /** The external provider's button, or null. */
  provider: z.object({ name: z.string(), url: z.string() }).nullable(),
  pricing_url: z.string(),
  /** What the paid plan costs, in the operator's words; null: not said. */
  plans_price: z.string().nullable(),
  /** Those offered, each by its own name. */
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
  /** Who may open an account. */
  joining: z.object({ mode: z.enum(joiningModes), members_invite: z.boolean() }),
  /** Pages that the admins wrote. */
  pages: z.array(z.enum(sitePageNames)),
  /** Mails can be read at /outbox: there is no mail server and only this machine can reach the page. */
  outbox_url: z.string().nullable(),
  limits: z.record(z.string(), z.number()),
});
export type Site = z.infer<typeof site>;

/** As admins set it; null: as the environment says, or the product itself. */
export const siteSettings = z.object({
  /** To be sent with a change: one that is older than what is kept is refused. */
  version: z.number().int(),
  name: z.string().nullable(),
  tagline: z.string().nullable(),
  logo: logo.nullable(),
  accent: z.string().nullable(),
  pricing_url: z.string().nullable(),
  locales: z.array(z.string()).nullable(),
  default_locale: z.string().nullable(),
  about: z.string().nullable(),
  privacy: z.string().nullable(),
  /** What stands in the place of what is null. */
  defaults: z.object({
    name: z.string(),
    tagline: z.string(),
    pricing_url: z.string(),
    locales: z.array(z.string()),
    default_locale: z.string(),
  }),
  changed_at: dated,
});
export type SiteSettings = z.infer<typeof siteSettings>;

const blankIsUnset = <Out>(shape: z.ZodType<Out>) => z.preprocess((value) => (value === '' ? null : value), shape.nullable()).optional();

const version = z.int(because('notWholeNumber', { field: 'version' })).min(1, because('numberTooSmall', { field: 'version', least: 1 }));
const pricingUrl = text({ label: 'link', max: limits.siteLink, min: 1 }).refine(
  (value) => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value),
  because('linkNotWeb'),
);
const page = text({ label: 'content', max: limits.forumBody, min: 1, lines: true });

export const siteShapes = {
  readSite: { answer: z.object({ data: site }) },
  readSitePage: {
    params: z.object({ page: z.string().max(64) }),
    answer: z.object({ data: z.object({ body_html: z.string(), changed_at: dated }) }),
  },
  readSiteSettings: { answer: z.object({ data: siteSettings }) },
  changeSiteSettings: {
    /** What is left out stays; null or empty: as the environment says. */
    body: z.object({
      version,
      name: blankIsUnset(text({ label: 'name', max: limits.siteName, min: 1, isName: true })),
      tagline: blankIsUnset(text({ label: 'tagline', max: limits.siteTagline, min: 1 })),
      accent: blankIsUnset(z.string(because('colorInvalid')).regex(/^#[0-9a-f]{6}$/i, because('colorInvalid'))),
      pricing_url: blankIsUnset(pricingUrl),
      locales: z
        .array(localeTag, because('languageTagWrong'))
        .min(1, because('fieldRequired', { field: 'language' }))
        .max(limits.siteLocales, because('languageTagWrong'))
        .nullable()
        .optional(),
      default_locale: blankIsUnset(localeTag),
      about: blankIsUnset(page),
      privacy: blankIsUnset(page),
    }),
    answer: z.object({ data: siteSettings, message: z.string() }),
  },
  changeSiteLogo: { body: z.object({}), answer: z.object({ data: siteSettings, message: z.string() }) },
  removeSiteLogo: { answer: z.object({ data: siteSettings, message: z.string() }) },
};
