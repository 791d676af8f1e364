import type { QueryClient } from '@tanstack/react-query';

/** A post came, went or changed its kind: profiles count it, and their galleries hang it, at the next look. */
export function renewGalleries(client: QueryClient, { walked = false } = {}): void {
  // A list that somebody is walking through is left to them.
  if (!walked) client.removeQueries({ queryKey: ['photos', 'profile'], type: 'inactive' });
  void client.invalidateQueries({ queryKey: ['profile'] });
}
