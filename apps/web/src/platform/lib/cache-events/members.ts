import type { Author } from '@mbari/contract/people/members';
import type { QueryClient } from '@tanstack/react-query';
import { patchCached } from '~/platform/lib/patch-cached.ts';
import { galleryKey, profileKey } from '~/platform/lib/query-keys.ts';

export async function profileChanged(client: QueryClient, username: string): Promise<void> {
  const of = { username: username.toLowerCase() };
  client.removeQueries({ queryKey: galleryKey(of), type: 'inactive' });
  await client.invalidateQueries({ queryKey: profileKey(of) });
}

/** Updates the viewer's name and avatar in every cached item. */
export function nameChanged(
  client: QueryClient,
  { id, name, avatar_url, profile_image }: Pick<Author, 'id' | 'name' | 'avatar_url'> & Author['profile'],
): void {
  patchCached(client, isAuthor, id, (author) => ({ ...author, name, avatar_url, profile: { ...author.profile, profile_image } }));
}

const isAuthor = (value: object): value is Author => 'username' in value && 'avatar_url' in value && 'profile' in value;
