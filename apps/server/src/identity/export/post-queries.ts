import { authored, photos, series } from '../../photos/table.ts';
import type { Row } from '../../platform/db/table.ts';
import { commentsCounted, likesCounted } from '../../platform/visibility/photos.ts';
import { idAfter, type ReadPage } from './queries.ts';

const ownPost = photos.pick('id', ...authored.keys, 'created_at', 'updated_at', 'removed_at', 'archived_at', 'publish_at');

export interface OwnPost extends Row<typeof ownPost> {
  category: string | null;
  likes_count: number;
  comments_count: number;
  images: { id: string; alt: string; width: number; height: number; camera: object | null }[];
}

export const listOwnPosts: ReadPage<OwnPost> = (db, memberId, cursor) =>
  db.rows(
    `select p.id as key, ${ownPost.of('p')}, c.name as category,
            (${likesCounted('$1', 'p')})::int as likes_count, (${commentsCounted('$1', 'p')})::int as comments_count,
            (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'alt', pi.alt, 'width', i.width, 'height', i.height, 'camera', pi.camera)
                                     order by pi.position), '[]')
               from photo_images pi join images i on i.id = pi.image_id where pi.photo_id = p.id) as images
       from photos p left join categories c on c.id = p.category_id
      where p.member_id = $1 and p.id > ${idAfter} and p.deleted_at is null order by p.id limit 100`,
    [memberId, cursor],
  );

const ownSeries = series.pick('id', 'title', 'body', 'cover_id', 'completed_at', 'created_at');

export interface OwnSeries extends Row<typeof ownSeries> {
  posts: string[];
}

export const listOwnSeries: ReadPage<OwnSeries> = (db, memberId, cursor) =>
  db.rows(
    `select s.id as key, ${ownSeries.of('s')},
            array(select sp.photo_id from series_photos sp join photos p on p.id = sp.photo_id and p.deleted_at is null
                   where sp.series_id = s.id order by sp.position, sp.photo_id) as posts
       from series s where s.member_id = $1 and s.id > ${idAfter} order by s.id limit 100`,
    [memberId, cursor],
  );
