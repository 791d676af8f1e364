import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import type { QueryClient } from '@tanstack/react-query';
import { exhibitionKey, exhibitionListKey, roomKey } from '~/platform/lib/query-keys.ts';

/** An exhibition was created, edited or answered. */
export function exhibitionChanged(client: QueryClient, exhibition: Exhibition): void {
  client.setQueryData(exhibitionKey(exhibition.id), exhibition);
  void client.invalidateQueries({ queryKey: exhibitionListKey() });
  void client.invalidateQueries({ queryKey: roomKey(exhibition.id) });
}

/** Someone else changed the exhibition. */
export function exhibitionOutdated(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: exhibitionKey(id) });
  void client.invalidateQueries({ queryKey: roomKey(id) });
}

/** Removes the queries of an exhibition that the viewer deleted or left, once they have left its page. */
export function exhibitionLeft(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: exhibitionKey(id) });
  client.removeQueries({ queryKey: roomKey(id) });
  void client.invalidateQueries({ queryKey: exhibitionListKey() });
}
