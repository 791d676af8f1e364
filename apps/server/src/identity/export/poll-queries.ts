import { idAfter, type ReadPage } from './queries.ts';

export const listOwnPolls: ReadPage<{ post_id: string; question: string; choices: string[]; several: boolean; closes_at: Date | null }> = (
  db,
  memberId,
  after,
) =>
  db.rows(
    `select p.id as key, p.id as post_id, q.question, q.several, q.closes_at,
            array(select c.text from forum_poll_choices c where c.post_id = p.id order by c.position) as choices
       from forum_posts p join forum_topics t on t.id = p.topic_id and t.deleted_at is null join forum_polls q on q.post_id = p.id
      where p.author_id = $1 and p.id > ${idAfter} and p.deleted_at is null order by p.id limit 200`,
    [memberId, after],
  );

export const listOwnVotes: ReadPage<{ post_id: string; choices: string[] }> = (db, memberId, after) =>
  db.rows(
    `select v.post_id as key, v.post_id, array_agg(c.text order by c.position) as choices
       from forum_poll_votes v join forum_poll_choices c on c.id = v.choice_id
      where v.member_id = $1 and v.post_id > ${idAfter} group by v.post_id order by v.post_id limit 500`,
    [memberId, after],
  );
