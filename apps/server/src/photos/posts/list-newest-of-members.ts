import type { MemberCard } from '@mbari/contract/people/directory';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listNewestRowsOfMembers } from './queries.ts';
import { viewImage } from './views.ts';

type CardPhoto = MemberCard['photos'][number];

/** Returns the newest posts that each member's profile shows to the viewer. */
export async function listNewestOfMembers(
  context: Context,
  viewer: Viewer,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, CardPhoto[]>> {
  const photos = new Map(memberIds.map((id) => [id, [] as CardPhoto[]]));
  const rows = memberIds.length === 0 ? [] : await listNewestRowsOfMembers(context.db, viewer.id, memberIds);
  for (const row of rows)
    photos
      .get(row.member_id)
      ?.push({ id: row.photo_id, title: row.title, image: viewImage(context, row, row.is_public, row.member_id === viewer.id) });
  return photos;
}
