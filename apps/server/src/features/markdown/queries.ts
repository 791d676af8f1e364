import type { Statements } from '../../db/database.ts';
import { memberVisible } from '../../visibility/members.ts';
import { photoPublic, photoReaches } from '../../visibility/photos.ts';

/** Members by the names that stand behind an @, as far as they are there for the viewer. */
export const listNamed = (db: Statements, viewerId: string, names: readonly string[]): Promise<{ username: string }[]> =>
  db.rows(
    `select m.username from members m
      where m.username = any($2::text[]) and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, names],
  );

export interface ShownPhotoRow {
  photo_id: string;
  owner_id: string;
  title: string;
  /** Anybody may see it: its picture needs no signature. */
  is_public: boolean;
  id: string;
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  avif_widths: number[];
  alt: string;
}

/** The first picture of each of these posts that reaches the viewer. */
export const listShownPhotos = (db: Statements, viewerId: string, photoIds: readonly string[]): Promise<ShownPhotoRow[]> =>
  db.rows(
    `select p.id as photo_id, p.member_id as owner_id, p.title, ${photoPublic('p', 'm')} as is_public,
            i.id, i.width, i.height, i.color, i.thumbhash, i.widths, i.avif_widths, pi.alt
       from unnest($2::uuid[]) as asked(id)
       join photos p on p.id = asked.id
       join members m on m.id = p.member_id
       join photo_images pi on pi.photo_id = p.id and pi.position = 0
       join images i on i.id = pi.image_id
      where ${photoReaches('$1', 'p', 'm')}`,
    [viewerId, photoIds],
  );
