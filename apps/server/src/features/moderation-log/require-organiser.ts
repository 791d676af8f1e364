import type { Viewer } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';

/** What is for organisers alone. */
export function requireOrganiser({ role }: Pick<Viewer, 'role'>): void {
  if (role === 'member') throw new Refusal('forbidden', 'organisersOnly');
}
