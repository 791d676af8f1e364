import type { Statements } from '../platform/db/database.ts';
import { photoArchived, photoThere } from '../platform/visibility/photos.ts';

/** Archives or unarchives the member's own post and changes the count. Locks the owner first. Returns 0 if nothing changed. */
export const setPhotoArchived = (tx: Statements, memberId: string, photoId: string, isArchived: boolean): Promise<number> =>
  tx.run(
    `with owner as (select id from members where id = $1 and is_live for no key update),
          changed as (
            update photos p set archived_at = case when $3 then now() end from owner
             where p.id = $2 and p.member_id = owner.id and case when $3 then ${photoThere('p')} else ${photoArchived('p')} end
            returning p.member_id)
     update members m set photos_count = m.photos_count + case when $3 then -1 else 1 end from changed where m.id = changed.member_id`,
    [memberId, photoId, isArchived],
  );

export const listArchivedIds = async (
  db: Statements,
  memberId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select p.id from photos p where p.member_id = $1 and p.id < $2 and ${photoArchived('p')} order by p.id desc limit ${limit}`,
      [memberId, before],
    )
  ).map(({ id }) => id);
