import { accentShades, contrastNeeded, isReadableAccent } from '@mbari/contract/accent-shades';
import { siteFields } from '@mbari/contract/shapes/log-details';
import type { siteShapes, SiteSettings } from '@mbari/contract/shapes/site';
import type { z } from 'zod';
import { recordModeration } from '../audit/record-moderation.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { renderBody } from '../markdown/render-body.ts';
import { because, invalid, Refusal } from '../refusal.ts';
import { findSiteSettings, lockVersion, setSettings, type SettingsChange } from './queries.ts';
import { viewSettings } from './views.ts';

type Given = z.output<typeof siteShapes.changeSiteSettings.body>;

export const readSettings = async ({ config, db }: Context): Promise<SiteSettings> => viewSettings(config, await findSiteSettings(db));

/** Changes what was sent, all or nothing. Throws `conflict` with what is kept, where somebody changed it since. */
export async function changeSettings(context: Context, viewer: Viewer, { version, ...given }: Given): Promise<SiteSettings> {
  await context.limits.spend('settings by member', viewer.id);
  requireReadable(given.accent);
  requireKnownLanguages(context, given);
  const change: SettingsChange = {
    ...withoutUndefined(given),
    ...(typeof given.accent === 'string' && { accent: given.accent.toLowerCase() }),
    ...(given.about !== undefined && { about_html: await render(context, 'about', given.about) }),
    ...(given.privacy !== undefined && { privacy_html: await render(context, 'privacy', given.privacy) }),
  };
  const fields = siteFields.filter((name) => name !== 'logo' && given[name] !== undefined);
  const done = await context.db.transaction(async (tx) => {
    if (!(await lockVersion(tx, version))) return false;
    await setSettings(tx, change);
    await recordModeration(tx, viewer, 'change_site', { details: { type: 'site', fields } });
    return true;
  });
  context.site.forget();
  const kept = viewSettings(context.config, await findSiteSettings(context.db));
  if (!done) throw new Refusal('conflict', 'siteChangedMeanwhile', { data: kept });
  return kept;
}

function requireReadable(accent: string | null | undefined): void {
  if (typeof accent !== 'string' || isReadableAccent(accent)) return;
  const { light, dark } = accentShades(accent).contrast;
  const ratio = Math.floor(Math.min(light, dark) * 10) / 10;
  throw invalid({ accent: [because('accentTooFaint', { ratio: String(ratio), needed: String(contrastNeeded) })] });
}

/** Offered can be what the operator has pages in, and the default is one of those. */
function requireKnownLanguages({ config }: Context, { locales, default_locale }: Omit<Given, 'version'>): void {
  const { offered } = config.languages;
  const known = (tag: string): boolean => offered.some((locale) => locale === tag);
  if (locales?.some((tag) => !known(tag))) throw invalid({ locales: ['languageNotOffered'] });
  if (typeof default_locale === 'string' && (!known(default_locale) || (locales && !locales.includes(default_locale))))
    throw invalid({ default_locale: ['languageNotOffered'] });
}

async function render(context: Context, field: 'about' | 'privacy', text: string | null): Promise<string | null> {
  if (text === null) return null;
  try {
    return (await renderBody(context, text)).html;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation') throw invalid({ [field]: ['textTooComplex'] });
    throw error;
  }
}

const withoutUndefined = <Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
