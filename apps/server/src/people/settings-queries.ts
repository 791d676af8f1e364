import type { ForumSettings } from '@mbari/contract/people/members';
import type { settingsChange } from '@mbari/contract/people/settings';
import type { z } from 'zod';
import type { Statements } from '../platform/db/database.ts';
import { isEntitledTo } from '../platform/visibility/plans.ts';

export const findSettings = (db: Statements, memberId: string): Promise<ForumSettings | undefined> =>
  db.row(
    `select m.profile_visibility, m.post_visibility, m.contact_visibility, m.show_online_status, m.allow_direct_messages, m.show_email,
            m.show_phone_number, m.show_location, m.show_birthday, m.notify_on_mention, m.notify_on_reply, m.notify_on_follow,
            m.notify_on_like, m.notify_on_comment, m.notify_on_forum, m.push_notification_preferences,
            m.email_notification_preferences, m.locale, m.time_zone, m.muted_words
       from members m where m.id = $1`,
    [memberId],
  );

/** Undefined fields and preferences stay unchanged. */
export type SettingsChange = z.output<typeof settingsChange>;

/** Reasons why nothing was saved. */
export interface SettingsConflicts {
  /** The profile would become private or public, and `mayFlip` is false. */
  would_flip: boolean;
  /** The change needs a plan. */
  refuses_profile: boolean;
  refuses_posts: boolean;
}

/** Changes everything or nothing. Checks plan and settings on the locked row. */
export const updateSettings = (
  tx: Statements,
  memberId: string,
  change: SettingsChange,
  mayFlip: boolean,
): Promise<SettingsConflicts | undefined> =>
  tx.row(
    `with settings_row as (
       select m.id, not $15 and coalesce($2 <> m.profile_visibility, false) as would_flip,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($2 = 'private' and m.profile_visibility <> 'private', false) as refuses_profile,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($3 = 'followers' and m.post_visibility <> 'followers', false) as refuses_posts
         from members m where m.id = $1 and m.is_live for no key update),
     update_settings as (
       update members m set profile_visibility = coalesce($2, m.profile_visibility), post_visibility = coalesce($3, m.post_visibility),
              contact_visibility = coalesce($4, m.contact_visibility), show_online_status = coalesce($5, m.show_online_status),
              allow_direct_messages = coalesce($6, m.allow_direct_messages), show_email = coalesce($7, m.show_email),
              show_phone_number = coalesce($8, m.show_phone_number), show_location = coalesce($9, m.show_location),
              show_birthday = coalesce($10, m.show_birthday), notify_on_mention = coalesce($11, m.notify_on_mention),
              notify_on_reply = coalesce($12, m.notify_on_reply), notify_on_follow = coalesce($13, m.notify_on_follow),
              email_notification_preferences = m.email_notification_preferences || $14::jsonb,
              notify_on_like = coalesce($18, m.notify_on_like), notify_on_comment = coalesce($19, m.notify_on_comment),
              notify_on_forum = coalesce($20, m.notify_on_forum), push_notification_preferences = m.push_notification_preferences || $21::jsonb,
              locale = case when $16 then $17 else m.locale end, time_zone = case when $22 then $23 else m.time_zone end,
              muted_words = coalesce($24, m.muted_words)
         from settings_row where m.id = settings_row.id and not (settings_row.would_flip or settings_row.refuses_profile or settings_row.refuses_posts))
     select would_flip, refuses_profile, refuses_posts from settings_row`,
    [
      memberId,
      change.profile_visibility,
      change.post_visibility,
      change.contact_visibility,
      change.show_online_status,
      change.allow_direct_messages,
      change.show_email,
      change.show_phone_number,
      change.show_location,
      change.show_birthday,
      change.notify_on_mention,
      change.notify_on_reply,
      change.notify_on_follow,
      JSON.stringify(change.email_notification_preferences ?? {}),
      mayFlip,
      change.locale !== undefined,
      change.locale ?? null,
      change.notify_on_like,
      change.notify_on_comment,
      change.notify_on_forum,
      JSON.stringify(change.push_notification_preferences ?? {}),
      change.time_zone !== undefined,
      change.time_zone ?? null,
      change.muted_words,
    ],
  );
