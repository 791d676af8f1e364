import type { Statements } from '../platform/db/database.ts';
import { memberRelated } from '../platform/visibility/members.ts';
import { profileThere } from '../platform/visibility/profiles.ts';

export interface Relation {
  id: string;
  is_following: boolean;
  follows_viewer: boolean;
  is_blocked: boolean;
  is_muted: boolean;
}

/** Returns how the viewer relates to these members, in no order. */
export const listRelations = (db: Statements, viewerId: string, ids: readonly string[]): Promise<Relation[]> =>
  db.rows(
    `select m.id, exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following,
            exists (select from follows f where f.follower_id = m.id and f.followed_id = $1) as follows_viewer,
            exists (select from blocks b where b.blocker_id = $1 and b.blocked_id = m.id) as is_blocked,
            exists (select from mutes u where u.muter_id = $1 and u.muted_id = m.id) as is_muted
       from members m where m.id = any($2::uuid[]) and ${memberRelated('$1', 'm')}`,
    [viewerId, ids],
  );

export const findUsername = (db: Statements, viewerId: string, id: string): Promise<{ username: string } | undefined> =>
  db.row(`select m.username from members m where m.id = $2 and ${profileThere('$1', 'm')}`, [viewerId, id]);
