const many = 2_000;

const newest = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', offset: 0, limit: 21 };

/**
 * Returns the queries that members wait for, for the most expensive viewers. One follows 3 members, one follows 2,000 of whom most posted once
 * long ago, and one hides members.
 */
export async function hotQueries(database, load) {
  const members = await addReaders(database);
  const about = { ...members, ...(await findSubjects(database)) };
  return Object.entries({
    ...(await feedQueries(load, about)),
    ...(await postQueries(load, about)),
    ...(await searchQueries(load, about)),
  });
}

/** Returns the newest 60 posts, one from the middle, one a day old, a category, and the database's snapshot. */
async function findSubjects(database) {
  const ids = (await database.query('select id from photos order by id desc limit 60')).rows.map(({ id }) => id);
  const [middle] = (await database.query('select id from photos order by id desc offset 50000 limit 1')).rows;
  const [dayAgo] = (await database.query('select id from photos order by id desc offset 1440 limit 1')).rows;
  const [{ snapshot }] = (await database.query('select pg_current_snapshot()::text as snapshot')).rows;
  const [{ category }] = (await database.query('select id as category from categories order by position limit 1')).rows;
  return { ids, middle, dayAgo, snapshot, category };
}

async function feedQueries(load, { plain, few, all, shy, some, ids, middle, dayAgo, snapshot }) {
  const feed = await load('photos/feed/queries');
  const states = (viewerIds, known = '') => ({ snapshot: known, viewerIds, areKnown: viewerIds.map(() => known !== '') });
  const pairs = { ids, viewers: some.flatMap((_, n) => ids.map(() => n + 1)), posts: some.flatMap(() => ids.map((_, n) => n + 1)) };
  const uncached = (of) => ({ ids: of, states: of.map(() => '') });
  const beginning = '00000000-0000-0000-0000-000000000000';
  return {
    'feed: newest 24': (db) => feed.readNewest(db, 24),
    'feed: newest 120': (db) => feed.readNewest(db, 120),
    'feed: state of one viewer': (db) => feed.readFeedStates(db, states([plain])),
    'feed: states of 50 viewers': (db) => feed.readFeedStates(db, states(some)),
    'feed: states of 50 viewers, unchanged snapshot': (db) => feed.readFeedStates(db, states(some, snapshot)),
    'feed: changes of 60 posts, likes and saves of 50 viewers': (db) =>
      feed.findChanges(db, { posts: uncached(ids), members: uncached(some), viewerIds: some, pairs }),
    'latest: first page': (db) => feed.listFeedIds(db, 21, [{ viewerId: plain, ...newest }]),
    'latest: from the middle': (db) => feed.listFeedIds(db, 21, [{ viewerId: plain, ...newest, before: middle.id }]),
    'latest: viewer hides members': (db) => feed.listFeedIds(db, 21, [{ viewerId: shy, ...newest }]),
    'latest: count of hidden posts': (db) => feed.countHidden(db, [shy]),
    'latest: count of hidden posts, 15 viewers': (db) =>
      feed.countHidden(
        db,
        Array.from({ length: 15 }, () => shy),
      ),
    'following 50: first page, 15 viewers at once': (db) => feed.findFollowing(db, 21, some.slice(0, 15)),
    'following 3: first page': (db) => feed.listFollowingIds(db, few, newest),
    'following 50: first page': (db) => feed.listFollowingIds(db, plain, newest),
    'following 50: from the middle': (db) => feed.listFollowingIds(db, plain, { ...newest, before: middle.id }),
    [`following ${many}: first page`]: (db) => feed.listFollowingIds(db, all, newest),
    [`following ${many}: from the middle`]: (db) => feed.listFollowingIds(db, all, { ...newest, before: middle.id }),
    [`following ${many}: total`]: (db) => feed.countFollowing(db, all),
    trending: (db) => feed.listTrendingIds(db, [plain]),
    'trending: viewer hides members': (db) => feed.listTrendingIds(db, [shy]),
    'new posts: 50': (db) => feed.listNewPosters(db, plain, ids[50]),
    'new posts: all posts are new': (db) => feed.listNewPosters(db, plain, beginning),
    'new posts, following 50': (db) => feed.listNewPostersFollowed(db, plain, ids[50]),
    [`new posts, following ${many}: one day`]: (db) => feed.listNewPostersFollowed(db, all, dayAgo.id),
  };
}

async function postQueries(load, { plain, shy, ids, middle }) {
  const modules = ['posts/queries', 'feed/queries', 'like-queries', 'comments/queries'];
  const [photos, feed, likes, comments] = await Promise.all(modules.map((name) => load(`photos/${name}`)));
  const newestLikes = { after: { time: 'infinity', id: newest.before }, offset: 0, limit: 21 };
  return {
    'posts: 20': (db) => photos.listPhotoRows(db, plain, ids.slice(0, 20)),
    'posts: 60': (db) => photos.listPhotoRows(db, plain, ids),
    'posts: 20, viewer hides members': (db) => photos.listPhotoRows(db, shy, ids.slice(0, 20)),
    'posts: which of 20 contain a hidden member': (db) =>
      feed.listPostsWithHiddenMembers(db, {
        viewerIds: [shy],
        posts: { viewers: Array.from({ length: 20 }, () => 1), ids: ids.slice(0, 20) },
        named: { posts: Array.from({ length: 20 }, (_, index) => index + 1), ids: Array.from({ length: 20 }, () => plain) },
      }),
    'posts: images of 60': (db) => photos.listImageRows(db, ids),
    'posts: newest comments of 60': (db) => photos.listNewestCommentRows(db, plain, ids),
    'post: visibility': (db) => photos.findVisiblePhoto(db, plain, middle.id),
    'post: count of likes': (db) => likes.findLikes(db, 'photo', plain, middle.id),
    'post: members who liked it': (db) => likes.listLikerRows(db, 'photo', plain, middle.id, newestLikes),
    'post: like': (db) => likes.addLike(db, 'photo', plain, middle.id),
    'post: unlike': (db) => likes.removeLike(db, 'photo', plain, middle.id),
    'comments: visibility and count': (db) => comments.findConversation(db, plain, middle.id),
    'comments: newest': (db) => comments.listThreadRows(db, plain, middle.id, newest),
  };
}

async function searchQueries(load, { plain, middle, category }) {
  const modules = ['photos/find-posts', 'photos/category-queries', 'platform/search-query'];
  const [search, categories, { searchQueryOf }] = await Promise.all(modules.map(load));
  const everywhere = { category: null, member: null, followed: false };
  const find =
    (scope, words, page = newest) =>
    async (db) =>
      search.findPosts(db, plain, { ...everywhere, ...scope }, { words: searchQueryOf(words), knownTotal: undefined, page });
  return {
    'search: a word of every post': find({}, 'masquerade'),
    'search: prefixes of two common words': find({}, 'dru mask'),
    'search: a word of one post': find({}, '77123'),
    'search: no result': find({}, 'masquerade zzyzx'),
    'search: in a category': find({ category }, 'square'),
    'search: posts of followed members': find({ followed: true }, 'square'),
    'search: from the middle': find({}, 'drums', { ...newest, before: middle.id }),
    'category: first page and total': (db) => search.listScope(db, plain, { ...everywhere, category }, newest),
    'category: posts of followed members': (db) => search.listScope(db, plain, { ...everywhere, category, followed: true }, newest),
    'categories with counts': (db) => categories.listCategories(db, plain),
  };
}

/** Adds members whose follows and blocks are expensive for an index. */
async function addReaders({ query }) {
  await removeReaders({ query });
  const { rows } = await query(
    `select id from members where username like 'member\\_%' and post_visibility = 'public' order by id limit 500`,
  );
  const some = rows.map((row) => row.id);
  const [plain, few, all, shy] = (await query(`select array_agg(${idOf('9', 'n')}::text order by n) as ids from generate_series(1, 4) n`))
    .rows[0].ids;
  // Skips triggers, because they are not part of the measurement.
  await query('set session_replication_role = replica');
  await query(
    `insert into members (id, username, name, email, email_verified_at)
     select ${idOf('9', 'n')}, 'reader_' || n, 'Reader ' || n, 'reader' || n || '@example.test', now() from generate_series(1, 4) n`,
  );
  await query(
    `insert into members (id, username, name, email, email_verified_at, photos_count)
     select ${idOf('9', '100 + n')}, 'quiet_' || n, 'Quiet ' || n, 'quiet' || n || '@example.test', now(), 1 from generate_series(1, ${many}) n`,
  );
  await query(
    `insert into photos (id, member_id, title, created_at)
     select ${idOf('0', 'n')}, ${idOf('9', '100 + n')}, 'Long ago', now() - interval '2 years' from generate_series(1, ${many}) n`,
  );
  const follow = 'insert into follows (follower_id, followed_id) select $1, unnest($2::uuid[])';
  await query(follow, [plain, some.slice(0, 50)]);
  await query(follow, [few, some.slice(10, 13)]);
  await query(follow, [all, some.slice(10, 110)]);
  await query(
    `insert into follows (follower_id, followed_id) select $1, ${idOf('9', '100 + n')} from generate_series(1, ${many - 100}) n`,
    [all],
  );
  await query('insert into blocks (blocker_id, blocked_id) select $1, unnest($2::uuid[])', [shy, some.slice(200, 220)]);
  await query('insert into mutes (muter_id, muted_id) select $1, unnest($2::uuid[])', [shy, some.slice(220, 240)]);
  await query('set session_replication_role = origin');
  await query('vacuum analyze members, photos, follows, blocks, mutes');
  return { plain, few, all, shy, some: some.slice(0, 50) };
}

export async function removeReaders({ query }) {
  await query('set session_replication_role = replica');
  for (const [table, column] of [
    ['follows', 'follower_id'],
    ['blocks', 'blocker_id'],
    ['mutes', 'muter_id'],
    ['photos', 'member_id'],
    ['members', 'id'],
  ])
    await query(`delete from ${table} where ${column} between ${idOf('9', '0')} and ${idOf('9', `100 + ${many}`)}`);
  await query('set session_replication_role = origin');
  await query('vacuum analyze members, photos, follows, blocks, mutes');
}

/** Returns SQL for ids outside the seeded ranges: posts older than all, and members without relations to the others. */
const idOf = (kind, n) => `('019${kind}0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
