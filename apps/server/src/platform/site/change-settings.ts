import { accentShades, contrastNeeded, isReadableAccent } from '@mbari/contract/platform/accent-shades';
import type * as calls from '@mbari/contract/platform/site';
import type { SiteSettings } from '@mbari/contract/platform/site';
import { settingNames, type SitePageName, sitePageNames } from '@mbari/contract/platform/site-settings';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { removeImages } from '../images/queries.ts';
import { saveImagesOfMany, storeImage } from '../images/store-image.ts';
import { renderBody } from '../markdown/render-body.ts';
import { recordModeration } from '../moderation/record-moderation.ts';
import { because, invalid, Refusal } from '../refusal.ts';
import { viewSettings } from './open-site.ts';
import { findSiteSettings, lockSettings, lockVersion, setLogo, setSettings } from './queries.ts';

type Given = z.output<typeof calls.changeSiteSettings.shape.body>;

export const readSettings = async ({ config, db }: Context): Promise<SiteSettings> => viewSettings(config, await findSiteSettings(db));

/** Throws `conflict` with the stored settings if the version is outdated. */
export async function changeSettings(context: Context, viewer: Viewer, { version, ...settings }: Given): Promise<SiteSettings> {
  await context.limits.spend('settings by member', viewer.id);
  requireReadable(settings.accent);
  requireKnownLanguages(context, settings);
  const change = { ...settings, ...(await renderPages(context, settings)) };
  const fields = settingNames.filter((name) => settings[name] !== undefined);
  const isChanged = await context.db.transaction(async (tx) => {
    if (!(await lockVersion(tx, version))) return false;
    await setSettings(tx, change);
    await recordModeration(tx, viewer, 'change_site', { details: { type: 'site', fields } });
    return true;
  });
  context.site.forget();
  const current = viewSettings(context.config, await findSiteSettings(context.db));
  if (!isChanged) throw new Refusal('conflict', 'siteChangedMeanwhile', { data: current });
  return current;
}

/** Replaces the logo. The image has no owner, so it outlives the admin's account. */
export async function changeLogo(context: Context, viewer: Viewer, file: { path: string }): Promise<SiteSettings> {
  const logo = await storeImage(context, file, { kind: 'logo', memberId: null, field: 'logo' });
  try {
    await context.db.transaction(async (tx) => {
      const { logo_image_id: before } = await lockSettings(tx);
      await saveImagesOfMany(tx, [logo]);
      await setLogo(tx, logo.id);
      if (before !== null) await removeImages(tx, [before]);
      await recordModeration(tx, viewer, 'change_site', { details: { type: 'site', fields: ['logo'] } });
    });
  } catch (error) {
    if (error instanceof Refusal) await logo.discard();
    throw error;
  }
  return settle(context);
}

export async function removeLogo(context: Context, viewer: Viewer): Promise<SiteSettings> {
  await context.limits.spend('settings by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const { logo_image_id: before } = await lockSettings(tx);
    if (before === null) return;
    await setLogo(tx, null);
    await removeImages(tx, [before]);
    await recordModeration(tx, viewer, 'change_site', { details: { type: 'site', fields: ['logo'] } });
  });
  return settle(context);
}

function requireReadable(accent: string | null | undefined): void {
  if (typeof accent !== 'string' || isReadableAccent(accent)) return;
  const { light, dark } = accentShades(accent).contrast;
  const ratio = Math.floor(Math.min(light, dark) * 10) / 10;
  throw invalid({ accent: [because('accentTooFaint', { ratio: String(ratio), needed: String(contrastNeeded) })] });
}

function requireKnownLanguages({ config }: Context, { locales, default_locale }: Omit<Given, 'version'>): void {
  const { offered } = config.languages;
  const isConfigured = (tag: string): boolean => offered.some((locale) => locale === tag);
  if (locales?.some((tag) => !isConfigured(tag))) throw invalid({ locales: ['languageNotOffered'] });
  if (typeof default_locale === 'string' && (!isConfigured(default_locale) || (locales && !locales.includes(default_locale))))
    throw invalid({ default_locale: ['languageNotOffered'] });
}

async function renderPages(context: Context, settings: Omit<Given, 'version'>): Promise<Record<string, string | null>> {
  const pages = sitePageNames.flatMap((page) => (settings[page] === undefined ? [] : [{ page, text: settings[page] }]));
  return Object.fromEntries(
    await Promise.all(pages.map(async ({ page, text }) => [`${page}_html`, text === null ? null : await render(context, page, text)])),
  );
}

async function render(context: Context, page: SitePageName, text: string): Promise<string> {
  try {
    return (await renderBody(context, text)).html;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation') throw invalid({ [page]: ['textTooComplex'] });
    throw error;
  }
}

async function settle({ config, db, site }: Context): Promise<SiteSettings> {
  site.forget();
  return viewSettings(config, await findSiteSettings(db));
}
