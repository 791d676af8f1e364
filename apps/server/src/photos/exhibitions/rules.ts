import * as limits from '@mbari/contract/platform/limits';
import type { StoredRoom } from '../table.ts';

type Item = StoredRoom['items'][number];

const isWork = (item: Item): item is { photo_id: string } => 'photo_id' in item;

/** Returns the rooms with the hidden works of the stored ones in the same places, as far as a room has space. */
export function withHiddenWorks(rooms: readonly StoredRoom[], stored: readonly StoredRoom[], hidden: ReadonlySet<string>): StoredRoom[] {
  const arranged = rooms.map((room) => ({ ...room, items: room.items.filter((item) => !isWork(item) || !hidden.has(item.photo_id)) }));
  for (const [number, { items }] of stored.entries()) {
    const room = arranged[Math.min(number, arranged.length - 1)];
    for (const [position, item] of items.entries())
      if (room && isWork(item) && hidden.has(item.photo_id) && room.items.filter(isWork).length < limits.roomWorks)
        room.items.splice(position, 0, item);
  }
  return arranged;
}
