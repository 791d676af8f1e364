import { z } from 'zod';
import { email } from '../identity/auth.ts';
import { joiningModes } from '../identity/joining.ts';
import { endpoint } from './endpoint.ts';
import { because, dated, localeTag, text } from './fields.ts';
import * as limits from './limits.ts';
import {
  type PublicSettings,
  type SettingDefaults,
  type SettingName,
  type StoredSettings,
  hasDefault,
  publicSettingNames,
  settingNames,
  siteSettings,
} from './site-settings.ts';

type Schemas<Values> = { [Name in keyof Values]: z.ZodType<Values[Name], Values[Name]> };

const schemasOf = <Values extends Partial<StoredSettings>>(names: readonly SettingName[], schemaOf: (name: SettingName) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Schemas<Values>;

function valueOf(name: SettingName): z.ZodType {
  const setting = siteSettings[name];
  if (setting.kind === 'locales') return z.array(z.string());
  return setting.kind === 'choice' ? z.enum(setting.options) : z.string();
}
const nullableOf = (name: SettingName): z.ZodType => valueOf(name).nullable();

const logo = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });

export const site = z.object({
  ...schemasOf<PublicSettings>(publicSettingNames, (name) => (hasDefault(name) ? valueOf : nullableOf)(name)),
  logo: logo.nullable(),
  /** External identity providers, each with a button. */
  providers: z.array(z.object({ key: z.string(), name: z.string(), url: z.string() })),
  /** Price of the paid plan in the operator's words. */
  plans_price: z.string().nullable(),
  languages: z.array(z.object({ tag: z.string(), name: z.string() })),
  joining: z.object({ mode: z.enum(joiningModes), members_invite: z.boolean() }),
  /** Address of the local outbox. Set if there is no mail server and only this machine can reach the page. */
  outbox_url: z.string().nullable(),
  limits: z.record(z.string(), z.number()),
});
export type Site = z.infer<typeof site>;

const stored = z.object({
  /** Sent back with a change. The server refuses an outdated version. */
  version: z.number().int(),
  ...schemasOf<StoredSettings>(settingNames, nullableOf),
  logo: logo.nullable(),
  defaults: z.object(schemasOf<SettingDefaults>(settingNames.filter(hasDefault), valueOf)),
  changed_at: dated,
});
export type SiteSettings = z.infer<typeof stored>;

const version = z.int(because('notWholeNumber', { field: 'version' })).min(1, because('numberTooSmall', { field: 'version', least: 1 }));
const url = (max: number) =>
  text({ label: 'link', max, min: 1 }).refine((value) => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value), because('linkNotWeb'));
const color = z
  .string(because('colorInvalid'))
  .regex(/^#[0-9a-f]{6}$/i, because('colorInvalid'))
  .transform((value) => value.toLowerCase());
const locales = z
  .array(localeTag, because('languageTagWrong'))
  .min(1, because('fieldRequired', { field: 'language' }))
  .max(limits.siteLocales, because('languageTagWrong'));

function validate(name: SettingName): z.ZodType {
  const setting = siteSettings[name];
  switch (setting.kind) {
    case 'text':
      return text({ ...setting, label: name, min: 1 });
    case 'color':
      return color;
    case 'url':
      return url(setting.max);
    case 'email':
      return email;
    case 'choice':
      return z.enum(setting.options, because('visitorsUnknown'));
    case 'locales':
      return locales;
    case 'locale':
      return localeTag;
    case 'page':
      return text({ label: 'content', max: setting.max, min: 1, lines: true });
  }
}

const blankIsNull = (shape: z.ZodType) => z.preprocess((value) => (value === '' ? null : value), shape.nullable());

const changed = { answer: z.object({ data: stored, message: z.string() }) };

export const readSite = endpoint('readSite', {
  method: 'GET',
  path: '/site',
  access: 'open',
  summary: 'Read the community’s public settings.',
  shape: { answer: z.object({ data: site }) },
});

export const readSitePage = endpoint('readSitePage', {
  method: 'GET',
  path: '/site/pages/{page}',
  access: 'open',
  summary: 'Read the page `about` or `privacy`: as the admins wrote it, or the built-in one in the reader’s language.',
  refuses: ['not_found'],
  shape: {
    params: z.object({ page: z.string().max(64) }),
    answer: z.object({ data: z.object({ body_html: z.string(), changed_at: dated.nullable() }) }),
  },
});

export const readSiteSettings = endpoint('readSiteSettings', {
  method: 'GET',
  path: '/admin/site',
  access: 'admin',
  scope: 'admin:read',
  summary: 'Read the community’s settings as stored.',
  shape: { answer: z.object({ data: stored }) },
});

export const changeSiteSettings = endpoint('changeSiteSettings', {
  method: 'PUT',
  path: '/admin/site',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Change the community’s settings. Takes effect on every node within a second. An outdated version is refused with the stored settings.',
  refuses: ['conflict', 'overloaded'],
  shape: {
    /** Omitted fields keep their values. A null or empty field gets its default. */
    body: z.object({
      version,
      ...z.object(schemasOf<StoredSettings>(settingNames, (name) => blankIsNull(validate(name)))).partial().shape,
    }),
    ...changed,
  },
});

export const changeSiteLogo = endpoint('changeSiteLogo', {
  method: 'PUT',
  path: '/admin/site/logo',
  access: 'admin',
  takes: 'form',
  summary: 'Set the community’s logo from a file `logo`.',
  refuses: ['too_large', 'overloaded', 'storage_full', 'storage_unavailable'],
  shape: { body: z.object({}), ...changed },
});

export const removeSiteLogo = endpoint('removeSiteLogo', {
  method: 'DELETE',
  path: '/admin/site/logo',
  access: 'admin',
  summary: 'Remove the community’s logo.',
  shape: changed,
});
