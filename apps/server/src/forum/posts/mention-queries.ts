import type { Statements } from '../../platform/db/database.ts';
import { memberVisible } from '../../platform/visibility/members.ts';

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
