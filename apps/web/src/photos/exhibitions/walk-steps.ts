import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';

interface Placed {
  /** Identifies the step, also after other works have left. */
  key: string;
  /** Index of the room. */
  room: number;
  /** Number of works up to and including this step. */
  seen: number;
}
export type Step = Placed & ({ kind: 'room' } | { kind: 'text'; text: string } | { kind: 'work'; photoId: string });

/**
 * The way through an exhibition: for each room its name and text, then its works and wall texts. Only accepted works hang.
 * A work that is missing from a loaded room left in the meantime, and is skipped. A room without works is skipped whole.
 */
export function stepsOf({ rooms }: Exhibition, photos: ReadonlyMap<string, Photo>, loaded: ReadonlySet<number>): Step[] {
  let seen = 0;
  return rooms.flatMap(({ items }, room) => {
    const before = seen;
    const inside = items.flatMap((item, index): Step[] => {
      if ('text' in item) return [{ key: `text-${room}-${index}`, kind: 'text', text: item.text, room, seen }];
      if (item.state !== 'accepted' || (loaded.has(room + 1) && !photos.has(item.photo_id))) return [];
      seen += 1;
      return [{ key: item.photo_id, kind: 'work', photoId: item.photo_id, room, seen }];
    });
    return inside.length === 0 ? [] : [{ key: `room-${room}`, kind: 'room', room, seen: before }, ...inside];
  });
}
