import type { ForumSettings } from '@mbari/contract/people/members';
import type { settingsChange } from '@mbari/contract/people/settings';
import type { z } from 'zod';
import type { Statements } from '../platform/db/database.ts';
import { isEntitledTo } from '../platform/visibility/plans.ts';
import { replacedSettings, settings } from './table.ts';

export const findSettings = (db: Statements, memberId: string): Promise<ForumSettings | undefined> =>
  db.row(`select ${settings.names} from members where id = $1`, [memberId]);

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
       select m.id, not $5 and coalesce($6 <> m.profile_visibility, false) as would_flip,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($6 = 'private' and m.profile_visibility <> 'private', false) as refuses_profile,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($7 = 'followers' and m.post_visibility <> 'followers', false) as refuses_posts
         from members m where m.id = $1 and m.is_live for no key update),
     update_settings as (
       update members m set ${replacedSettings.set('m', '$2')},
              push_notification_preferences = m.push_notification_preferences || $3::jsonb,
              email_notification_preferences = m.email_notification_preferences || $4::jsonb
         from settings_row where m.id = settings_row.id and not (settings_row.would_flip or settings_row.refuses_profile or settings_row.refuses_posts))
     select would_flip, refuses_profile, refuses_posts from settings_row`,
    [
      memberId,
      replacedSettings.record(change),
      JSON.stringify(change.push_notification_preferences ?? {}),
      JSON.stringify(change.email_notification_preferences ?? {}),
      mayFlip,
      change.profile_visibility,
      change.post_visibility,
    ],
  );
