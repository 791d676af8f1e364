export const peopleSizes = { members: 100_000, photos: 2_000, likesPerPhoto: 1, commentsPerPhoto: 1, follows: 12, restrictedPercent: 2 };

const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Returns queries on 100,000 members, for the most expensive viewers. One follows 2,000, one follows sixty such members, one is followed by
 * half of all, and one blocked 300.
 */
export async function peopleQueries(database, load) {
  const [directory, follows, blocks, community, reports] = await Promise.all(
    ['people/directory-queries', 'people/follows/queries', 'people/block-queries', 'community/queries', 'moderation/cases/queries'].map(
      load,
    ),
  );
  const { searchQueryOf } = await load('platform/search-query');
  const { plain, all, friendly, popular, shy } = await addPeople(database);
  const page = { after: { time: 'infinity', id: end }, offset: 0, limit: 21 };
  const newest = { before: end, offset: 0, limit: 21 };
  const everyone = { role: 'all', state: 'all', before: end, limit: 21 };
  const urgentFirst = { isUrgent: true, count: 2_000_000_000, id: end };
  const matching = (search) => ({
    words: searchQueryOf(search).all,
    excludedId: null,
    after: { popularity: 999, id: end },
    offset: 0,
    limit: 21,
  });

  return Object.entries({
    'directory: newest': (db) => directory.listNewestMembers(db, plain, newest),
    'directory: newest, 300 are blocked': (db) => directory.listNewestMembers(db, shy, newest),
    'directory: count': (db) => directory.countMembers(db, plain),
    'member search: a word of all': (db) => directory.listMatchesOfFrequentWords(db, plain, matching('member')),
    'member search: a word of one': (db) => directory.listMatchingMembers(db, plain, matching('member_77123')),
    'member search: count for a word of all': (db) => directory.countMatchingMembers(db, plain, searchQueryOf('member').all),
    'member search: count for a word of one': (db) => directory.countMatchingMembers(db, plain, searchQueryOf('member_77123').all),
    'followers: half of all members': (db) => follows.listFollowerRows(db, plain, popular, page),
    'following 2,000': (db) => follows.listFollowingRows(db, plain, all, page),
    'follows: owner and counts': (db) => follows.findOwner(db, shy, popular),
    'follow': async (db) => {
      await follows.lockMembers(db, [shy, popular]);
      await follows.findFollowable(db, shy, popular);
      await follows.insertFollow(db, shy, popular);
    },
    'unfollow': (db) => follows.deleteFollow(db, friendly, all),
    'block': (db) => blocks.insertBlock(db, shy, popular),
    'blocks: newest': (db) => blocks.listBlockRows(db, shy, page),
    'blocks: count': (db) => blocks.countBlocks(db, shy),
    'suggestions': (db) => directory.listSuggestionRows(db, plain),
    'suggestions: follows 2,000': (db) => directory.listSuggestionRows(db, all),
    'suggestions: follows sixty who follow 2,000': (db) => directory.listSuggestionRows(db, friendly),
    'suggestions: 300 are blocked': (db) => directory.listSuggestionRows(db, shy),
    'organisers: 10,000 open reports': (db) => reports.listOpenCases(db, plain, urgentFirst, 21),
    'organisers: accounts, newest': (db) => community.listNewestAccounts(db, everyone),
    'organisers: accounts, suspended': (db) => community.listNewestAccounts(db, { ...everyone, state: 'suspended' }),
    'organisers: accounts, a word of all': (db) => community.searchAccounts(db, everyone, 'member'),
    'organisers: accounts, a word of one': (db) => community.searchAccounts(db, everyone, 'member_77123'),
    'organisers: an account': (db) => community.findAccount(db, popular),
    'organisers: statistics of 90 days': (db) => community.listTallies(db, '2026-01-01'),
    'organisers: statistics of a year': (db) => community.listWeeklyTallies(db, '2025-04-01', '2026-03-31'),
  });
}

/** Adds the viewers. They stay in the database, which serves no other benchmark. */
async function addPeople({ query }) {
  const { rows } = await query('select id from members order by id');
  const at = (n) => rows[n].id;
  const numbered = 'unnest($1::uuid[]) with ordinality as one(id, n)';
  const ids = rows.map(({ id }) => id);
  await query('set session_replication_role = replica');
  await query(
    `insert into follows select one.id, other.id from ${numbered}, unnest($1::uuid[]) with ordinality as other(id, n)
      where one.n <= 61 and other.n between 1000 and 3000 on conflict do nothing`,
    [ids.slice(0, 3_001)],
  );
  await query(`insert into follows select $2, one.id from ${numbered} where one.n <= 60 and one.id <> $2 on conflict do nothing`, [
    ids,
    at(62),
  ]);
  await query(`insert into follows select one.id, $2 from ${numbered} where one.n % 2 = 0 and one.id <> $2 on conflict do nothing`, [
    ids,
    at(50_000),
  ]);
  await query(`insert into blocks select $2, one.id from ${numbered} where one.n between 5000 and 5300 on conflict do nothing`, [
    ids,
    at(63),
  ]);
  await query(
    `update members m set followers_count = (select count(*) from follows where followed_id = m.id),
       following_count = (select count(*) from follows where follower_id = m.id)`,
  );
  await query('set session_replication_role = origin');
  // 250 members with forty open reports each, and nine times as many resolved reports.
  await query(
    `insert into reports (id, member_id, reason, resolved_at)
     select ('019bc000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ($1::uuid[])[1 + (n * 7) % 2500], 'spam',
            case when n % 10 > 0 then now() end from generate_series(1, 100000) n`,
    [ids.slice(0, 2_500)],
  );
  await query(
    `insert into daily_tallies (measure, day, value)
     select measure, date '2025-04-01' + n, n from unnest($1::text[]) measure, generate_series(0, 364) n on conflict do nothing`,
    [['members', 'storage', 'posts', 'comments', 'active', 'mails']],
  );
  await query('vacuum analyze members, member_interests, follows, blocks, reports, daily_tallies');
  return { plain: at(70_000), all: at(5), friendly: at(62), popular: at(50_000), shy: at(63) };
}
