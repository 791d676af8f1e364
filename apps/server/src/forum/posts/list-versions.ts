import type { ForumPostVersion } from '@mbari/contract/forum/posts';
import type { Statements } from '../../platform/db/database.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { listVersionRows, type VersionRow } from './queries.ts';

/** Lists earlier versions, also of deleted posts, for the author and organisers. */
export const listVersions = async (db: Statements, viewerId: string, postId: string): Promise<ForumPostVersion[]> =>
  (await listVersionRows(db, viewerId, postId)).map(viewVersion);

const viewVersion = (row: VersionRow): ForumPostVersion => ({
  version: row.version,
  body: row.body,
  edited_by: row.author_id === null ? null : viewAuthor(row),
  written_at: row.written_at.toISOString(),
});
