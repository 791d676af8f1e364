import type { Statements } from '../../db/database.ts';
import { eraseComments } from '../comments/erase-comments.ts';
import { eraseLikes } from '../likes/erase-likes.ts';
import { eraseReports } from '../reports/erase-reports.ts';
import { eraseSavedPosts } from '../saved-posts/erase-saved-posts.ts';
import { removePhotosOf } from './queries.ts';

/**
 * Erases the posts of a closed account, and what it wrote, liked and saved elsewhere. What is attached to a post is erased before it: one
 * may have a hundred thousand likes.
 */
export async function erasePosts(db: Statements, memberId: string, signal: AbortSignal): Promise<void> {
  do for (const erase of [eraseLikes, eraseSavedPosts, eraseComments, eraseReports]) await erase(db, memberId, signal);
  while ((await removePhotosOf(db, memberId)) > 0);
}
