import type { ForumPostVersion } from '@mbari/contract/shapes/forum-post-versions';
import type { Statements } from '../../platform/db/database.ts';
import { listVersionRows } from './version-queries.ts';
import { viewVersion } from './version-views.ts';

/** For the author and organisers; also of deleted posts. */
export const listVersions = async (db: Statements, viewerId: string, postId: string): Promise<ForumPostVersion[]> =>
  (await listVersionRows(db, viewerId, postId)).map(viewVersion);
