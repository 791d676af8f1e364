import type { Accent } from '@mbari/contract/people/profiles';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { photoThere } from '../../platform/visibility/photos.ts';
import { isPaid } from '../../platform/visibility/plans.ts';
import type { members } from '../table.ts';

interface AppearanceRow extends Pick<Row<typeof members>, 'accent' | 'cover_image_id'> {
  is_paid: boolean;
}

/** Locks the member's row, so plan, accent and cover do not change meanwhile. */
export const lockAppearance = (tx: Statements, memberId: string): Promise<AppearanceRow | undefined> =>
  tx.row(`select ${isPaid('m')} as is_paid, m.accent, m.cover_image_id from members m where m.id = $1 and m.is_live for no key update`, [
    memberId,
  ]);

export const updateAccentAndCover = (
  tx: Statements,
  memberId: string,
  accent: Accent | null,
  coverImageId: string | null,
): Promise<number> => tx.run('update members set accent = $2, cover_image_id = $3 where id = $1', [memberId, accent, coverImageId]);

/** Lists pinned ids in order, including deleted posts. */
export const listPins = (db: Statements, memberId: string): Promise<{ photo_id: string }[]> =>
  db.rows('select photo_id from pinned_photos where member_id = $1 order by position', [memberId]);

export const deletePins = (tx: Statements, memberId: string): Promise<number> =>
  tx.run('delete from pinned_photos where member_id = $1', [memberId]);

/** Pins existing posts of the member. Returns their number. */
export const insertPins = (tx: Statements, memberId: string, photoIds: readonly string[]): Promise<number> =>
  tx.run(
    `insert into pinned_photos (member_id, position, photo_id)
     select $1, pin.position - 1, p.id from unnest($2::uuid[]) with ordinality as pin(id, position)
       join photos p on p.id = pin.id and p.member_id = $1 and ${photoThere('p')}`,
    [memberId, photoIds],
  );
