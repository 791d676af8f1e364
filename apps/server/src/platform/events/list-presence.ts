import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId } from '../ids.ts';
import { eventsOf } from './open-events.ts';
import { listOnlineShown } from './queries.ts';

interface Present {
  id: string;
  is_online: boolean;
}

export async function listPresence(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Present[]> {
  const events = eventsOf(context);
  void events.start();
  const shown = await listOnlineShown(context.db, viewer.id, ids.filter(isId));
  return shown.map((id) => ({ id, is_online: events.presence.isOnline(id) }));
}
