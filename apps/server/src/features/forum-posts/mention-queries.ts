import type { Statements } from '../../db/database.ts';
import { memberVisible } from '../../visibility/members.ts';
import type { NewPost } from './queries.ts';

/** Keeps who is named in posts: members who are there for their writers, each by the first of the names that may be meant. */
export const addMentions = (tx: Statements, posts: readonly Pick<NewPost, 'id' | 'authorId' | 'mentions'>[]): Promise<number> => {
  const named = posts.flatMap(({ id, authorId, mentions }) =>
    mentions.flatMap((readings, naming) => readings.map((name) => ({ id, authorId, naming, name }))),
  );
  return tx.run(
    `with named as (
            select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) with ordinality as n(post_id, writer_id, naming, name, place)),
          found as (
            select distinct on (n.post_id, n.naming) n.post_id, n.name, m.id from named n join members m on m.username = n.name
             where m.email_verified_at is not null and ${memberVisible('n.writer_id', 'm')} order by n.post_id, n.naming, n.place)
     insert into forum_post_mentions (post_id, name, member_id) select post_id, name, id from found on conflict do nothing`,
    [named.map(({ id }) => id), named.map(({ authorId }) => authorId), named.map(({ naming }) => naming), named.map(({ name }) => name)],
  );
};

/** Who was named in what a post said before. */
export const removeMentions = (tx: Statements, postId: string): Promise<number> =>
  tx.run('delete from forum_post_mentions where post_id = $1', [postId]);
