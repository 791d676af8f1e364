import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { offeredLocale } from '../../languages.ts';
import { findSettings } from './queries.ts';

export async function readSettings({ config }: Pick<Context, 'config'>, db: Statements, memberId: string): Promise<ForumSettings> {
  const settings = await findSettings(db, memberId);
  // Removed since the session was looked up.
  if (!settings) throw unauthenticated();
  return { ...settings, locale: offeredLocale(config.languages, settings.locale) };
}
