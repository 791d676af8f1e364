import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import { randomId } from '~/platform/lib/random-id.ts';

/** A work has the id of its post. */
export type DraftItem = { id: string; kind: 'work' } | { id: string; kind: 'text'; text: string };

export interface DraftRoom {
  id: string;
  title: string;
  text: string;
  items: readonly DraftItem[];
}

export const draftOf = ({ rooms }: Exhibition): DraftRoom[] =>
  rooms.map(({ title, text, items }, room) => ({
    id: `room-${room}`,
    title,
    text,
    items: items.map((item, index) =>
      'text' in item ? { id: `text-${room}-${index}`, kind: 'text', text: item.text } : { id: item.photo_id, kind: 'work' },
    ),
  }));

export const emptyRoom = (): DraftRoom => ({ id: randomId(), title: '', text: '', items: [] });

export const emptyText = (): DraftItem => ({ id: randomId(), kind: 'text', text: '' });

/** The rooms as they are sent. Empty wall texts are left out. */
export const sentRooms = (rooms: readonly DraftRoom[]) =>
  rooms.map(({ title, text, items }) => ({
    title,
    text,
    items: items
      .filter((item) => item.kind === 'work' || item.text.trim() !== '')
      .map((item) => (item.kind === 'work' ? { photo_id: item.id } : { text: item.text })),
  }));

export const worksIn = (rooms: readonly DraftRoom[]): string[] =>
  rooms.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'work' ? [item.id] : [])));

/** One line for each room, work and text, in which a member compares two arrangements. */
export const outlineOf = (rooms: readonly DraftRoom[], titleOf: (id: string) => string): string =>
  rooms
    .flatMap(({ title, text, items }, index) => [
      `${index + 1}. ${title}`,
      ...(text === '' ? [] : [`   ${text}`]),
      ...items.map((item) => (item.kind === 'work' ? `   – ${titleOf(item.id)}` : `   “${item.text}”`)),
    ])
    .join('\n');
