import type { CurrentUser } from '@mbari/contract/people/members';
import { entitlementsOf } from '@mbari/contract/people/plans';
import type { Category } from '@mbari/contract/photos/categories';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { unauthenticated } from '../platform/http/viewer.ts';
import { offeredLocale } from '../platform/languages.ts';
import { avatarUrl } from '../platform/member-views.ts';
import type { Site } from '../platform/site.ts';
import { type CurrentUserRow, findCurrentUser, type InterestRow } from './current-user-queries.ts';
import { settings } from './table.ts';

function viewCurrentUser(row: CurrentUserRow, { pricing_url, languages }: Pick<Site, 'pricing_url' | 'languages'>): CurrentUser {
  const avatar = avatarUrl(row.avatar_image_id, row.avatar_stock);
  const plan = entitlementsOf(row);
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    email: row.email,
    email_verified: (row.email_verified_at ?? row.awaits_approval_since) !== null,
    email_verified_at: (row.email_verified_at ?? row.awaits_approval_since)?.toISOString() ?? null,
    awaits_approval: row.awaits_approval_since !== null,
    has_onboarding: row.has_onboarding,
    rules_accepted: row.rules_accepted,
    role: row.role,
    phone: row.phone,
    country_code: row.country_code,
    country: row.country,
    occupation: row.occupation,
    bio: row.bio,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    created_at: row.created_at.toISOString(),
    avatar_url: avatar,
    profile_image: avatar,
    profile_photo: avatar,
    profile_picture: avatar,
    interests: row.interests,
    stats: { photos_count: row.photos_count, likes_count: row.likes_count, comments_count: row.comments_count },
    followers_count: row.followers_count,
    following_count: row.following_count,
    social_links: row.social_links,
    // An ended plan keeps its name, so the member can read which one ended.
    subscription: {
      is_active: row.is_paid,
      is_paid_plan: row.plan_name !== null,
      plan_name: row.plan_name,
      ends_at: row.plan_ends_at?.toISOString() ?? null,
    },
    warning: row.warning && { ...row.warning, created_at: new Date(row.warning.created_at).toISOString() },
    silence: row.silence && { ...row.silence, until: row.silence.until && new Date(row.silence.until).toISOString() },
    forum_settings: { ...settings.valuesOf(row), locale: offeredLocale(languages, row.locale) },
    announcements: row.announcements,
    profile: { bio: row.bio, profile_image: avatar, gender: row.gender, date_of_birth: row.date_of_birth, social_links: row.social_links },
    viewer: {
      may_post: row.email_verified_at !== null && row.has_onboarding && row.silence === null,
      images_per_post: plan.imagesPerPost,
      may_set_visibility: plan.setsVisibility,
      may_customise: plan.customises,
      upgrade_url: upgradeUrl(pricing_url, row),
    },
  };
}

export function viewInterests(rows: InterestRow[]): { available: Category[]; selected: Category[] } {
  const view = ({ id, name, slug }: InterestRow): Category => ({ id, name, slug });
  return { available: rows.map(view), selected: rows.filter((row) => row.is_selected).map(view) };
}

export async function readCurrentUser({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<CurrentUser> {
  const row = await findCurrentUser(db, memberId);
  if (!row) throw unauthenticated();
  return viewCurrentUser(row, await site.known());
}

/** Returns the upgrade link. A Stripe payment link gets the member's id, which its events carry back; other pages get no data. */
function upgradeUrl(pricingUrl: string, member: { id: string; email: string; email_verified_at: Date | null }): string {
  const url = URL.canParse(pricingUrl) ? new URL(pricingUrl) : null;
  if (url?.protocol !== 'https:' || url.host !== 'buy.stripe.com') return pricingUrl;
  url.searchParams.set('client_reference_id', member.id);
  if (member.email_verified_at !== null) url.searchParams.set('prefilled_email', member.email);
  return url.href;
}
