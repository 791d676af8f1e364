export const forumCommunity = { members: 20_000, photos: 5_000, likesPerPhoto: 2, commentsPerPhoto: 1, follows: 2, restrictedPercent: 2 };

export const forumSizes = { members: 20_000, posts: 1_000_000, longTopic: 5_000, followed: 500, tracksPerMember: 100 };

/** Returns SQL for ids that grow with `n`, as the product's grow with time. `kind` separates tables. */
const numbered = (kind, n) => `('019c' || lpad(to_hex(${kind}), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const topicId = (n) => numbered(1, n);
const postId = (n) => numbered(2, n);

/** Returns SQL for the word of a rank: four to eight letters. Lower ranks are more common. */
export const wordOf = (rank) => `translate(left(md5((${rank})::text), 4 + (${rank}) % 5), '0123456789', 'ghijklmnop')`;

/**
 * Fills the forum of a seeded community by SQL: 20,000 words with a natural distribution, four authors of
 * 15,000 posts each, five large categories and a small one, and one topic of thousands of posts.
 */
export async function seedForum({ query }, say, posts = forumSizes.posts) {
  const { members, longTopic, followed, tracksPerMember } = forumSizes;
  const topics = posts / 10;
  const { rows } = await query('select exists (select from forum_posts) as filled');
  if (rows[0].filled) return say('The forum is already seeded.');
  say(`Filling the forum: ${topics} topics, ${posts} posts …`);
  const started = Date.now();
  await query('set statement_timeout = 0; set session_replication_role = replica');
  await query(`set work_mem = '256MB'; set maintenance_work_mem = '256MB'`);
  const steps = {
    categories: `insert into forum_categories (id, name, slug, color, position)
      values ('019ab000-0000-7000-8000-000000000006', 'A small one', 'a-small-one', '#444444', 6)`,
    members: `create temp table writers as select id, row_number() over (order by id) as n from members`,
    sentences: `create temp table sentences as
      select n, string_agg(${wordOf('rank')}, ' ') as words
        from (select n, floor(power(random(), 4) * 20000)::int as rank from generate_series(0, 9999) n, generate_series(1, 18)) written group by n`,
    'index of sentences': `create unique index on sentences (n)`,
    topics: `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, likes_count, latest_post_id, created_at, updated_at)
      select ${topicId('i')}, ('019ab000-0000-7000-8000-00000000000' || case when i % 200 = 0 then 6 else 1 + i % 5 end)::uuid, w.id,
             left(s.words, 60), 'a-topic', case when i = ${topics} then ${longTopic} else 10 end, case when i = ${topics} then ${longTopic} else 10 end,
             9, i % 7, ${postId(`i + 9 * ${topics}`)}, at, at
        from generate_series(1, ${topics}) i join writers w on w.n = 1 + i % ${members} join sentences s on s.n = (i * 7) % 10000,
             lateral (select now() - (${topics} - i) * interval '5 minutes' as at) t`,
    'no index of words yet': 'drop index forum_posts_search',
    // Interleaves topics: the tenth posts of all topics are the newest, so that the newest posts belong to many topics.
    posts: `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, created_at)
      select ${postId('i')}, ${topicId(`1 + (i - 1) % ${topics}`)}, 1 + (i - 1) / ${topics}, w.id, x.words, '<p>' || x.words || '</p>', 1, x.words,
             now() - (${posts} - i) * interval '30 seconds'
        from generate_series(1, ${posts}) i join writers w on w.n = case when i % 16 = 0 then 10 + (i / 16) % 4 else 1 + (i * 13 + i / ${topics}) % ${members} end
        join sentences s on s.n = (i * 31::bigint) % 10000 join sentences o on o.n = (i * 17::bigint + i / 10000) % 10000,
             lateral (select s.words || '. ' || o.words as words) x`,
    'posts of the long topic': `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
      select ${postId(`${posts} + i`)}, ${topicId(topics)}, i, w.id, 'A reply', '<p>A reply</p>', 1, 'A reply'
        from generate_series(11, ${longTopic}) i join writers w on w.n = 1 + i % ${members}`,
    'index of words': 'create index forum_posts_search on forum_posts using gin (search) where is_there',
    views: `insert into forum_topic_views select id, 20 from forum_topics`,
    tracks: `insert into forum_tracks (member_id, topic_id, read_number, is_following)
      select w.id, ${topicId(`1 + (w.n * 37 + t * 911) % ${topics}`)}, 1 + t % 10, t <= case when w.n <= 2 then ${followed} else 20 end
        from writers w, generate_series(1, ${followed}) t where w.n <= 2 or t <= ${tracksPerMember} on conflict do nothing`,
    // The first reader hides four prolific authors, the second hides them and 299 others.
    blocks: `insert into blocks (blocker_id, blocked_id)
      select r.id, b.id from writers r join writers b on b.n between 10 and case r.n when 1 then 13 else 312 end where r.n <= 2 on conflict do nothing`,
    counts: `insert into forum_category_counts (category_id, part, topics_count, posts_count)
      select category_id, forum_category_part(id), count(*), sum(posts_count) from forum_topics group by 1, 2`,
    'counts of authors': `insert into forum_author_counts (author_id, category_id, posts_count)
      select p.author_id, t.category_id, count(*) from forum_posts p join forum_topics t on t.id = p.topic_id group by 1, 2`,
  };
  for (const [name, sql] of Object.entries(steps)) {
    const began = Date.now();
    await query(sql);
    say(`${name}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
  await query('set session_replication_role = origin');
  await query('vacuum analyze');
  await query('reset work_mem; reset maintenance_work_mem');
  say(`Seeded in ${Math.round((Date.now() - started) / 1000)} s.`);
}
