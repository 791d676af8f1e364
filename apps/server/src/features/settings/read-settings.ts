import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { offeredLocale } from '../../languages.ts';
import { findSettings } from './queries.ts';

export async function readSettings({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<ForumSettings> {
  const settings = await findSettings(db, memberId);
  // Removed since the session was looked up.
  if (!settings) throw unauthenticated();
  return { ...settings, locale: offeredLocale((await site.known()).languages, settings.locale) };
}
