import { images } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { messageImages } from '../table.ts';

const newUpload = messageImages.pick('image_id', 'member_id', 'alt', 'upload_key', 'upload_digest');

export const insertUpload = (tx: Statements, upload: NewRow<typeof newUpload>): Promise<number> =>
  tx.run(`insert into message_images (${newUpload.names}) select ${newUpload.of('n')} from ${newUpload.from('$1')} n`, [
    newUpload.record(upload),
  ]);

export const findUploadByKey = (
  db: Statements,
  memberId: string,
  key: string,
): Promise<{ image_id: string; upload_digest: Buffer | null } | undefined> =>
  db.row(
    `select mi.image_id, mi.upload_digest from message_images mi join images i on i.id = mi.image_id and i.deleted_at is null
      where mi.member_id = $1 and mi.upload_key = $2`,
    [memberId, key],
  );

const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');

export const findOwnUpload = (
  db: Statements,
  memberId: string,
  imageId: string,
): Promise<(Row<typeof shownOfImage> & { alt: string }) | undefined> =>
  db.row(
    `select ${shownOfImage.of('i')}, mi.alt from message_images mi join images i on i.id = mi.image_id and i.deleted_at is null
      where mi.member_id = $1 and mi.image_id = $2`,
    [memberId, imageId],
  );

/** Deletes 100 rows of images that are a day old and in no message: never sent, or sent in a message that is gone. */
export const deleteUnsentImages = (tx: Statements): Promise<{ image_id: string }[]> =>
  tx.rows(
    `with old as materialized (
            select image_id from message_images where message_id is null and created_at < now() - interval '24 hours'
             order by created_at limit 100 for update skip locked)
     delete from message_images mi using old where mi.image_id = old.image_id returning mi.image_id`,
  );
