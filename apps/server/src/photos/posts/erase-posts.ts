import type { Statements } from '../../platform/db/database.ts';
import { eraseReports } from '../../platform/reports/erase-reports.ts';
import { eraseComments } from '../comments/erase-comments.ts';
import { eraseLikes } from '../likes/erase-likes.ts';
import { eraseSavedPosts } from '../likes/erase-saved-posts.ts';
import { removePhotosOf } from './queries.ts';

/**
 * Erases a closed account's posts, comments, likes and saved posts. Dependent rows go first in batches, because one post may have
 * 100,000 likes.
 */
export async function erasePosts(db: Statements, memberId: string, signal: AbortSignal): Promise<void> {
  do for (const erase of [eraseLikes, eraseSavedPosts, eraseComments, eraseReports]) await erase(db, memberId, signal);
  while ((await removePhotosOf(db, memberId)) > 0);
}
