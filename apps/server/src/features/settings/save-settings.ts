import * as sentences from '@mbari/contract/sentences';
import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';
import { holdNeighbours } from '../members/hold-neighbours.ts';
import { type Hindrances, setSettings, type SettingsChange } from './queries.ts';
import { readSettings } from './read-settings.ts';

/** How often somebody may begin to follow while everybody is waited for. After that it is done as it is: the database finds circles, too. */
const patience = 4;

/** Changes what was sent, all or nothing, and answers all settings as they were saved. Throws `upgrade_required`. */
export async function saveSettings(context: Context, memberId: string, change: SettingsChange): Promise<ForumSettings> {
  await context.limits.spend('settings by member', memberId);
  // Most saves leave the profile as open as it was, and hold nobody but the member.
  const saved = await context.db.transaction((tx) => save(tx, memberId, change, false));
  if (saved) return saved;
  // Of somebody with fifty thousand followers it takes seconds, in which none of these can write.
  await context.limits.spend('opening or closing a profile by member', memberId);
  for (let tries = 1; ; tries += 1) {
    const flipped = await context.db.transaction(async (tx) => {
      const holds = await holdNeighbours(tx, memberId);
      return holds || tries > patience ? save(tx, memberId, change, true) : null;
    });
    if (flipped) return flipped;
  }
}

/** Null where neighbours must be held before. */
async function save(tx: Statements, memberId: string, change: SettingsChange, holdsNeighbours: boolean): Promise<ForumSettings | null> {
  const hindrances = await setSettings(tx, memberId, change, holdsNeighbours);
  // Closed or suspended since the session was looked up.
  if (!hindrances) throw unauthenticated();
  if (hindrances.refuses_profile || hindrances.refuses_posts) throw upgradeRequired(hindrances);
  return hindrances.lacks_neighbours ? null : readSettings(tx, memberId);
}

function upgradeRequired({ refuses_profile, refuses_posts }: Hindrances): Refusal {
  const errors = {
    ...(refuses_profile && { profile_visibility: [sentences.upgradeForProfileVisibility] }),
    ...(refuses_posts && { post_visibility: [sentences.upgradeForPostVisibility] }),
  };
  return new Refusal('upgrade_required', Object.values(errors)[0]![0]!, { errors });
}
