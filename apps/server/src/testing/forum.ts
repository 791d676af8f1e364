import { newId, newSecretId } from '../platform/ids.ts';
import { htmlVersion } from '../platform/markdown/markdown-renderer.ts';
import type { TestApp } from './app.ts';

type WithDatabase = Pick<TestApp, 'db'>;
type HasId = { id: string };

export interface TestTopic {
  id: string;
  /** Post number 1. */
  opening_id: string;
}

/** Id of a category that every forum starts with. */
export const welcome = '019ab000-0000-7000-8000-000000000001';

export async function addTestTopic({ db }: WithDatabase, author: HasId, columns: Record<string, unknown> = {}): Promise<TestTopic> {
  const [id, opening] = [newId(), newId()];
  const row: Record<string, unknown> = {
    id,
    author_id: author.id,
    category_id: welcome,
    title: 'How do you dye it?',
    slug: 'how-do-you-dye-it',
    latest_post_id: opening,
    last_number: 1,
    posts_count: 1,
    ...columns,
  };
  const names = Object.keys(row);
  await db.transaction(async (tx) => {
    await tx.run(
      `insert into forum_topics (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    await tx.run(
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       values ($1, $2, 1, $3, 'The *opening*', '<p>The <em>opening</em></p>', $4, 'The opening')`,
      [opening, id, author.id, htmlVersion],
    );
  });
  return { id, opening_id: opening };
}

export async function addTestReply(
  { db }: WithDatabase,
  topic: HasId,
  author: HasId,
  columns: Record<string, unknown> = {},
): Promise<{ id: string; number: number }> {
  const id = newId();
  return db.transaction(async (tx) => {
    const raised = await tx.row<{ last_number: number }>(
      `update forum_topics set last_number = last_number + 1, posts_count = posts_count + 1, latest_post_id = $2,
              others_count = others_count + (author_id is distinct from $3)::int where id = $1 returning last_number`,
      [topic.id, id, author.id],
    );
    const number = raised!.last_number;
    const row: Record<string, unknown> = {
      id,
      topic_id: topic.id,
      number,
      author_id: author.id,
      body: `Reply ${number}`,
      body_html: `<p>Reply ${number}</p>`,
      html_version: htmlVersion,
      plain: `Reply ${number}`,
      ...columns,
    };
    const names = Object.keys(row);
    await tx.run(
      `insert into forum_posts (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    return { id, number };
  });
}

/** Inserts an upload whose image has no file. `columns` override the row's. */
export async function addTestUpload({ db }: WithDatabase, owner: HasId, columns: Record<string, unknown> = {}): Promise<{ id: string }> {
  const id = newSecretId();
  const row: Record<string, unknown> = { image_id: id, member_id: owner.id, alt: 'A loom', ...columns };
  const names = Object.keys(row);
  await db.transaction(async (tx) => {
    await tx.run(
      `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       values ($1, $2, 'forum', 1600, 1200, '#884422', '\\x0102030405', '{320,640,1280}', 1000)`,
      [id, owner.id],
    );
    await tx.run(
      `insert into forum_uploads (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  });
  return { id };
}

export const showInPost = ({ db }: WithDatabase, post: HasId, photoId: string): Promise<number> =>
  db.run(
    `with shown as (insert into forum_post_images (post_id, position, photo_id, alt) values ($1, 1, $2, ''))
     update forum_posts set body = '![](photo:' || $2::uuid || ')', body_html = '<p><mb-photo id="' || $2::uuid || '"></mb-photo></p>' where id = $1`,
    [post.id, photoId],
  );

/** Returns topics, categories and their authors whose stored counts differ from their posts. */
export async function wrongTopicCounts({ db }: WithDatabase): Promise<unknown[]> {
  const { rows } = await db.pool.query(
    `select * from (
       select t.id, t.posts_count, t.others_count, t.likes_count, t.latest_post_id, t.last_number,
              (select count(*)::int from forum_posts p where p.topic_id = t.id and p.is_there) as posts,
              (select count(*)::int from forum_posts p where p.topic_id = t.id and p.is_there and p.author_id is distinct from t.author_id) as others,
              (select count(*)::int from forum_post_likes l join forum_posts p on p.id = l.post_id
                where p.topic_id = t.id and p.is_there and l.is_counted) as likes,
              coalesce((select p.id from forum_posts p where p.topic_id = t.id and p.is_there order by p.id desc limit 1), t.latest_post_id) as latest,
              (select max(p.number) from forum_posts p where p.topic_id = t.id) as highest
         from forum_topics t) counted
      where (posts_count, others_count, likes_count, latest_post_id) is distinct from (posts, others, likes, latest) or last_number < highest`,
  );
  const categories = await db.pool.query(
    `select * from (select category_id, count(*) as topics, sum(posts_count) as posts from forum_topics where is_there group by 1) counted
       full join (select category_id, sum(topics_count) as topics, sum(posts_count) as posts from forum_category_counts group by 1) kept using (category_id)
      where coalesce(counted.topics, 0) <> coalesce(kept.topics, 0) or coalesce(counted.posts, 0) <> coalesce(kept.posts, 0)`,
  );
  const authors = await db.pool.query(
    `select * from (
       select p.author_id, t.category_id, count(*) as posts from forum_posts p join forum_topics t on t.id = p.topic_id and t.is_there
        where p.is_there and p.author_id is not null group by 1, 2) counted
       full join forum_author_counts kept using (author_id, category_id) where coalesce(counted.posts, 0) <> coalesce(kept.posts_count, 0)`,
  );
  return [...rows, ...categories.rows, ...authors.rows];
}

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
