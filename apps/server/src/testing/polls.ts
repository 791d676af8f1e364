import { newId } from '../platform/ids.ts';
import type { TestApp } from './app.ts';

type WithDatabase = Pick<TestApp, 'db'>;
type HasId = { id: string };

export interface TestPoll {
  post_id: string;
  choices: { id: string; text: string }[];
}

export async function addTestPoll(
  { db }: WithDatabase,
  postId: string,
  {
    choices = ['Indigo', 'Camwood', 'Kola'],
    several = false,
    closes_at = null,
  }: { choices?: string[]; several?: boolean; closes_at?: Date | null } = {},
): Promise<TestPoll> {
  const rows = choices.map((text) => ({ id: newId(), text }));
  await db.run('insert into forum_polls (post_id, question, several, closes_at) values ($1, $2, $3, $4)', [
    postId,
    'Which dye?',
    several,
    closes_at,
  ]);
  await db.run(
    `insert into forum_poll_choices (id, post_id, position, text)
     select id, $1, place, text from unnest($2::uuid[], $3::text[]) with ordinality as c(id, text, place)`,
    [postId, rows.map(({ id }) => id), choices],
  );
  return { post_id: postId, choices: rows };
}

export async function addTestVote({ db }: WithDatabase, member: HasId, { post_id, choices }: TestPoll, ...texts: string[]): Promise<void> {
  const selected = choices.filter(({ text }) => texts.includes(text)).map(({ id }) => id);
  await db.run('insert into forum_poll_votes (post_id, choice_id, member_id) select $1, id, $3 from unnest($2::uuid[]) as c(id)', [
    post_id,
    selected,
    member.id,
  ]);
  await db.rows('select recount_forum_polls(array[$1::uuid])', [post_id]);
}

/** Returns polls whose stored counts differ from their votes. */
export const wrongPollCounts = async ({ db }: WithDatabase): Promise<unknown[]> =>
  db.rows(
    `select c.id, c.votes_count as kept, count(v.member_id)::int as votes
       from forum_poll_choices c left join forum_poll_votes v on v.choice_id = c.id and v.is_counted group by c.id having c.votes_count <> count(v.member_id)
     union all
     select q.post_id, q.voters_count, count(distinct v.member_id)::int
       from forum_polls q left join forum_poll_votes v on v.post_id = q.post_id and v.is_counted
      group by q.post_id having q.voters_count <> count(distinct v.member_id)`,
  );
