import type { ForumPostVersion } from '@mbari/contract/shapes/forum-post-versions';
import { viewAuthor } from '../../platform/members/views.ts';
import type { VersionRow } from './version-queries.ts';

export const viewVersion = (row: VersionRow): ForumPostVersion => ({
  version: row.version,
  body: row.body,
  edited_by: row.author_id === null ? null : viewAuthor(row),
  written_at: row.written_at.toISOString(),
});
