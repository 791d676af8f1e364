import type { Statements } from '../../platform/db/database.ts';
import { authorColumns, type MaybeAuthorRow } from '../../platform/members/views.ts';
import { memberVisible } from '../../platform/visibility/members.ts';

export type VersionRow = { version: number; body: string; written_at: Date } & MaybeAuthorRow;

export const listVersionRows = (db: Statements, viewerId: string, postId: string): Promise<VersionRow[]> =>
  db.rows(
    `select v.version, v.body, v.written_at, ${authorColumns('m')}
       from forum_post_versions v left join members m on m.id = v.edited_by and ${memberVisible('$1', 'm')}
      where v.post_id = $2 order by v.version desc limit 50`,
    [viewerId, postId],
  );
