import { members } from '../../people/table.ts';
import { authored, photos } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { photoPublic, postsShownToVisitors } from '../../platform/visibility/photos.ts';
import { profilePublic } from '../../platform/visibility/profiles.ts';

const postTableColumns = photos.pick('id', ...authored.keys, 'created_at', 'updated_at');

export interface PublicPost extends Row<typeof postTableColumns> {
  category_name: string | null;
  category_slug: string | null;
  author_name: string;
  author_username: string;
  images: { id: string; width: number; height: number; widths: number[]; alt: string }[];
}

const postColumns = `${postTableColumns.of('p')}, c.name as category_name, c.slug as category_slug, m.name as author_name, m.username as author_username,
  (select coalesce(json_agg(json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'widths', i.widths, 'alt', pi.alt)
                            order by pi.position), '[]')
     from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = p.id) as images`;

export const findPublicPost = (db: Statements, photoId: string): Promise<PublicPost | undefined> =>
  db.row(
    `select ${postColumns} from photos p join members m on m.id = p.member_id left join categories c on c.id = p.category_id
      where p.id = $1 and ${photoPublic('p', 'm')}`,
    [photoId],
  );

export const listPublicPostsBy = (db: Statements, memberId: string): Promise<PublicPost[]> =>
  db.rows(
    `select ${postColumns} from photos p join members m on m.id = p.member_id left join categories c on c.id = p.category_id
      where p.member_id = $1 and ${photoPublic('p', 'm')} order by p.id desc limit 30`,
    [memberId],
  );

export const listNewestPublicPosts = (db: Statements): Promise<PublicPost[]> =>
  db.rows(
    `select ${postColumns} from photos p join members m on m.id = p.member_id left join categories c on c.id = p.category_id
      where ${photoPublic('p', 'm')} order by p.id desc limit 30`,
  );

export const listPublicPostsIn = (db: Statements, categoryId: string): Promise<PublicPost[]> =>
  db.rows(
    `select ${postColumns} from photos p join members m on m.id = p.member_id join categories c on c.id = p.category_id
      where p.category_id = $1 and ${photoPublic('p', 'm')} order by p.id desc limit 30`,
    [categoryId],
  );

/** Lists the newest of these posts. */
export const listPublicPostsAmong = (db: Statements, ids: readonly string[]): Promise<PublicPost[]> =>
  db.rows(
    `select ${postColumns} from photos p join members m on m.id = p.member_id left join categories c on c.id = p.category_id
      where p.id = any ($1::uuid[]) and ${photoPublic('p', 'm')} order by p.id desc limit 30`,
    [ids],
  );

const memberColumns = members.pick('id', 'name', 'username', 'bio', 'created_at');

export interface PublicMember extends Row<typeof memberColumns> {
  avatar_image_id: string | null;
  avatar_width: number | null;
  has_public_posts: boolean;
}

export const findPublicMember = (db: Statements, username: string): Promise<PublicMember | undefined> =>
  db.row(
    `select ${memberColumns.of('m')}, i.id as avatar_image_id, i.width as avatar_width, ${postsShownToVisitors('m')} as has_public_posts
       from members m left join images i on i.id = m.avatar_image_id and i.deleted_at is null
      where m.username = $1 and ${profilePublic('m')}`,
    [username],
  );
