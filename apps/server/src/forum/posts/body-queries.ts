import type { Statements } from '../../platform/db/database.ts';
import { forumPostVisible, topicThere } from '../../platform/visibility/forum.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { photoThere } from '../../platform/visibility/photos.ts';
import type { NewPost } from './queries.ts';

export const listMembersByName = (db: Statements, viewerId: string, names: readonly string[]): Promise<{ username: string }[]> =>
  db.rows(
    `select m.username from members m
      where m.username = any($2::text[]) and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, names],
  );

/** Returns visible members by the name as written in the post. */
export const listMentionedMembers = (
  db: Statements,
  viewerId: string,
  postIds: readonly string[],
): Promise<{ post_id: string; name: string; username: string }[]> =>
  db.rows(
    `select n.post_id, n.name, m.username from forum_post_mentions n join members m on m.id = n.member_id
      where n.post_id = any($2::uuid[]) and ${memberVisible('$1', 'm')}`,
    [viewerId, postIds],
  );

interface QuotedPostRow {
  id: string;
  topic_id: string;
  slug: string;
  number: number;
  author_name: string;
}

export const listQuotedPosts = (db: Statements, viewerId: string, postIds: readonly string[]): Promise<QuotedPostRow[]> =>
  db.rows(
    `select p.id, p.topic_id, t.slug, p.number, m.name as author_name
       from forum_posts p join forum_topics t on t.id = p.topic_id join members m on m.id = p.author_id
      where p.id = any($2::uuid[]) and ${topicThere('t')} and ${forumPostVisible('$1', 'p')}`,
    [viewerId, postIds],
  );

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

/** A mention lists all usernames that the text may mean. */
export interface PostWithMentions {
  id: string;
  authorId: string;
  mentions: readonly (readonly string[])[];
}

/** Stores at most one member per mention: of the usernames that the text may mean, the first whose member is visible to the author. */
export const insertMentions = (tx: Statements, posts: readonly PostWithMentions[]): Promise<number> => {
  const names = posts.flatMap(({ id, authorId, mentions }) =>
    mentions.flatMap((readings, mention) => readings.map((name) => ({ id, authorId, mention, name }))),
  );
  return tx.run(
    `with names as (
            select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) with ordinality as n(post_id, writer_id, mention, name, place)),
          mentioned as (
            select distinct on (n.post_id, n.mention) n.post_id, n.name, m.id from names n join members m on m.username = n.name
             where m.email_verified_at is not null and ${memberVisible('n.writer_id', 'm')} order by n.post_id, n.mention, n.place)
     insert into forum_post_mentions (post_id, name, member_id) select post_id, name, id from mentioned on conflict do nothing`,
    [names.map(({ id }) => id), names.map(({ authorId }) => authorId), names.map(({ mention }) => mention), names.map(({ name }) => name)],
  );
};

export const deleteMentions = async (tx: Statements, postId: string): Promise<string[]> =>
  (await tx.rows<{ member_id: string }>('delete from forum_post_mentions where post_id = $1 returning member_id', [postId])).map(
    ({ member_id }) => member_id,
  );

/** Deletes 500 mentions of the member. */
export const deleteMentionsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    'delete from forum_post_mentions where (post_id, name) in (select post_id, name from forum_post_mentions where member_id = $1 limit 500)',
    [memberId],
  );

export const deleteMentionsIn = (db: Statements, postIds: readonly string[]): Promise<number> =>
  db.run('delete from forum_post_mentions where post_id = any($1::uuid[])', [postIds]);
