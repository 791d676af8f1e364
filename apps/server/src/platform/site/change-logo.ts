import type { SiteSettings } from '@mbari/contract/platform/site';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { removeImages } from '../images/queries.ts';
import { saveImagesOfMany, storeImage } from '../images/store-image.ts';
import { recordModeration } from '../moderation/record-moderation.ts';
import { Refusal } from '../refusal.ts';
import { findSiteSettings, lockSettings, setLogo } from './queries.ts';
import { viewSettings } from './views.ts';

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

async function settle({ config, db, site }: Context): Promise<SiteSettings> {
  site.forget();
  return viewSettings(config, await findSiteSettings(db));
}
