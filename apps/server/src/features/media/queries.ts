import { batch } from '../../db/batch.ts';
import type { Database, Statements } from '../../db/database.ts';
import { photoPublic, photoThere } from '../../visible.ts';

export interface MediaState {
  /** Anybody may read it. Where false, a signature is asked for. */
  is_public: boolean;
}

/**
 * Whether a picture is still shown anywhere, and to whom. Null: it is not, whatever the address says.
 * One query a turn of the event loop; nothing is remembered, so a change holds on the very next request.
 */
export function mediaStatesBy(db: Database): (imageId: string) => Promise<MediaState | null> {
  return batch(async (ids: string[]) => {
    const rows = await db.rows<MediaState & { n: number }>(
      `select asked.n::int as n, true as is_public
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'avatar' and i.deleted_at is null
         join members m on m.id = i.member_id and m.avatar_image_id = i.id and m.is_live
       union all
       select asked.n::int as n, ${photoPublic('p', 'm')} as is_public
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.deleted_at is null
         join photo_images pi on pi.image_id = i.id
         join photos p on p.id = pi.photo_id and ${photoThere('p')}
         join members m on m.id = p.member_id and m.is_live`,
      [ids],
    );
    const states = new Array<MediaState | null>(ids.length).fill(null);
    for (const { n, is_public } of rows) states[n - 1] = { is_public };
    return states;
  });
}

export interface NewImage {
  id: string;
  member_id: string;
  kind: 'photo' | 'avatar';
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  bytes: number;
}

export const addImage = (tx: Statements, image: NewImage): Promise<number> =>
  tx.run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [image.id, image.member_id, image.kind, image.width, image.height, image.color, image.thumbhash, image.widths, image.bytes],
  );

/** The picture is shown nowhere any more: gone at the next request, its files within a day. */
export const setImagesDeleted = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run('update images set deleted_at = now() where id = any($1::uuid[]) and deleted_at is null', [ids]);
