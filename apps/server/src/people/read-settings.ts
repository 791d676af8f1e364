import type { ForumSettings } from '@mbari/contract/people/members';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { unauthenticated } from '../platform/http/viewer.ts';
import { offeredLocale } from '../platform/languages.ts';
import { findSettings } from './settings-queries.ts';

export async function readSettings({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<ForumSettings> {
  const settings = await findSettings(db, memberId);
  if (!settings) throw unauthenticated();
  return { ...settings, locale: offeredLocale((await site.known()).languages, settings.locale) };
}
