const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const large = '019ab000-0000-7000-8000-000000000001';
const small = '019ab000-0000-7000-8000-000000000006';

/** Returns forum reads of a viewer who hides four authors, and of a viewer who hides three hundred. */
export async function forumQueries(database, load) {
  const [topics, lists, posts, categories, tracks] = await Promise.all(
    ['topics/queries', 'topics/list-queries', 'posts/queries', 'categories/queries', 'track-queries'].map((name) => load(`forum/${name}`)),
  );
  const { listBestMatches } = await load('forum/list-best-matches');
  const { searchQueryOf } = await load('platform/search-query');
  const { rows } = await database.query('select id from members order by id limit 3');
  const readers = { 'hides 4': rows[0].id, 'hides 303': rows[1].id };
  const { rows: found } = await database.query('select id from forum_topics order by last_number desc limit 1');
  const long = found[0].id;
  const { rows: newest } = await database.query('select id from forum_topics order by latest_post_id desc limit 20');
  const page = newest.map(({ id }) => id);
  const slice = { after: { id: end, score: 1e9 }, offset: 0, limit: 21, pinned: [] };
  const deep = { ...slice, after: { id: '019c0002-0000-7000-8000-0000000e0000', score: 1e9 } };
  const sought = { categoryId: null, authorId: null, since: null, until: null };
  const reads = [];
  for (const [name, reader] of Object.entries(readers)) {
    const add = (title, aim, ask) => reads.push({ name: `${title}, ${name}`, aim, ask });
    for (const sort of ['latest', 'new', 'top']) {
      add(`topics by ${sort}`, 20, (db) => lists.listTopicIds(db, reader, null, { ...slice, sort, filter: 'all' }));
      add(`topics of a category by ${sort}`, 20, (db) => lists.listTopicIds(db, reader, large, { ...slice, sort, filter: 'all' }));
      add(`followed topics by ${sort}`, 20, (db) => lists.listFollowedTopicIds(db, reader, null, { ...slice, sort, filter: 'following' }));
    }
    add('topics of a category, deep', 20, (db) => lists.listTopicIds(db, reader, large, { ...deep, sort: 'latest', filter: 'all' }));
    for (const filter of ['mine', 'unanswered'])
      add(filter, 20, (db) => lists.listTopicIds(db, reader, null, { ...slice, sort: 'latest', filter }));
    add('count of topics', 20, (db) => lists.countTopics(db, reader, null, 'all'));
    add('unread over 500 followed topics', 15, (db) =>
      lists.listFollowedTopicIds(db, reader, null, { ...slice, sort: 'latest', filter: 'unread' }),
    );
    add('count of unread topics', 15, (db) => lists.countFollowedTopics(db, reader, null, 'unread'));
    add('20 topics of a list', 20, (db) => topics.listTopicRows(db, reader, page));
    add('categories', 20, (db) => categories.listCategoryRows(db, reader));
    add('a topic of 5,000 posts with its first unread', 20, (db) => topics.findTopic(db, reader, long));
    add('posts at 2,500 of 5,000', 20, (db) => posts.listPostRows(db, reader, long, { after: 2_500, limit: 21 }));
    add('posts before 2,500', 20, (db) => posts.listNumbersBefore(db, reader, long, { before: 2_500, limit: 21 }));
    add('reading to the end', 20, (db) => tracks.upsertReadNumber(db, reader, long, 5_000));
    for (const [kind, words] of [
      ['a common word', 'word1'],
      ['a rarer word', 'word712'],
      ['two words', 'word31 word17'],
      ['a rare word', 'word19777'],
      ['a word of no post', 'nothing'],
    ]) {
      add(`search: ${kind}`, 60, (db) => listBestMatches(db, reader, { ...sought, words: searchQueryOf(words) }));
      add(`search in a large category: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), categoryId: large }),
      );
      add(`search in a small category: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), categoryId: small }),
      );
      add(`search by author: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), authorId: rows[2].id }),
      );
    }
  }
  return reads;
}
