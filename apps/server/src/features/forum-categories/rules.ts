import type { Viewer } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';

/** Categories are the admins' to make. */
export function requireAdmin({ role }: Pick<Viewer, 'role'>): void {
  if (role !== 'admin') throw new Refusal('admin_only', 'forumAdminsOnly');
}
