import type { Statements } from '../../platform/db/database.ts';
import { photoThere } from '../../platform/visibility/photos.ts';
import type { NewPost } from './queries.ts';

export const insertPostImages = (tx: Statements, posts: readonly Pick<NewPost, 'id' | 'authorId' | 'images'>[]): Promise<number> => {
  const rows = posts.flatMap(({ id, authorId, images }) =>
    images.map((image, position) => ({ id, authorId, position: position + 1, image })),
  );
  return tx.run(
    `with named as (
            select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::uuid[], $5::text[]) as n(post_id, author_id, position, id, alt))
     insert into forum_post_images (post_id, position, photo_id, image_id, alt)
     select n.post_id, n.position, p.id, null::uuid, n.alt from named n join photos p on p.id = n.id and p.member_id = n.author_id and ${photoThere('p')}
     union all
     select n.post_id, n.position, p.id, pi.image_id, n.alt
       from named n join photo_images pi on pi.image_id = n.id join photos p on p.id = pi.photo_id and p.member_id = n.author_id and ${photoThere('p')}
     union all
     select n.post_id, n.position, null, u.image_id, n.alt from named n join forum_uploads u on u.image_id = n.id and u.member_id = n.author_id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ authorId }) => authorId),
      rows.map(({ position }) => position),
      rows.map(({ image }) => image.id),
      rows.map(({ image }) => image.alt),
    ],
  );
};

export const deletePostImages = (tx: Statements, postId: string): Promise<number> =>
  tx.run('delete from forum_post_images where post_id = $1', [postId]);
