import type { ForumSettings } from '@mbari/contract/people/members';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { unauthenticated } from '../platform/http/viewer.ts';
import { type Languages, normalizeTimeZone, offeredLocale } from '../platform/languages.ts';
import { type FieldErrors, invalid, Refusal } from '../platform/refusal.ts';
import { findSettings, type SettingsChange, type SettingsConflicts, updateSettings } from './current-user-queries.ts';
import { queueRecount } from './follows/recount-profile.ts';

/** Changes the given settings, all or nothing, and returns all. Throws `upgrade_required`. */
export async function saveSettings(context: Context, memberId: string, input: SettingsChange): Promise<ForumSettings> {
  await context.limits.spend('settings by member', memberId);
  requireOfferedLocale((await context.site.read()).languages, input.locale);
  const change = { ...input, time_zone: requireTimeZone(input.time_zone) };
  // Most changes do not change the profile's visibility, so try without `mayFlip` first.
  const saved = await context.db.transaction((tx) => save(context, tx, memberId, change));
  if (saved) return saved;
  // Limited, because recounting 100,000 followers takes a while.
  await context.limits.spend('opening or closing a profile by member', memberId);
  return context.db.transaction(async (tx) => {
    const savedSettings = await save(context, tx, memberId, change, { mayFlip: true });
    await queueRecount(tx, memberId);
    return savedSettings ?? readSettings(context, tx, memberId);
  });
}

export async function readSettings({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<ForumSettings> {
  const settings = await findSettings(db, memberId);
  if (!settings) throw unauthenticated();
  return { ...settings, locale: offeredLocale((await site.known()).languages, settings.locale) };
}

function requireOfferedLocale(languages: Languages, locale: string | null | undefined): void {
  if (typeof locale !== 'string' || offeredLocale(languages, locale)) return;
  throw invalid({ locale: ['languageNotOffered'] });
}

function requireTimeZone(name: string | null | undefined): string | null | undefined {
  if (typeof name !== 'string') return name;
  const timeZone = normalizeTimeZone(name);
  if (timeZone === null) throw invalid({ time_zone: ['timeZoneUnknown'] });
  return timeZone;
}

/** Returns null and saves nothing if the profile would flip and `mayFlip` is false. */
async function save(
  context: Context,
  tx: Statements,
  memberId: string,
  change: SettingsChange,
  { mayFlip = false } = {},
): Promise<ForumSettings | null> {
  const conflicts = await updateSettings(tx, memberId, change, mayFlip);
  // The account was closed or suspended after the session lookup.
  if (!conflicts) throw unauthenticated();
  if (conflicts.refuses_profile || conflicts.refuses_posts) throw upgradeRequired(conflicts);
  if (conflicts.would_flip) return null;
  if (change.profile_visibility !== undefined || change.post_visibility !== undefined) tx.hint('audience', memberId);
  return readSettings(context, tx, memberId);
}

function upgradeRequired({ refuses_profile, refuses_posts }: SettingsConflicts): Refusal {
  const errors: FieldErrors = {
    ...(refuses_profile && { profile_visibility: ['upgradeForProfileVisibility'] }),
    ...(refuses_posts && { post_visibility: ['upgradeForPostVisibility'] }),
  };
  return new Refusal('upgrade_required', Object.values(errors)[0]?.[0] ?? 'upgradeForProfileVisibility', { errors });
}
