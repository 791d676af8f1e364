import { sizesWith } from './seed.mjs';

export const setSizes = sizesWith(1_000_000);

const sets = { series: 50_000, works: 12, exhibitions: 4_000, peopleShown: 100_000, places: 2_000 };
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns queries on series, exhibitions, people shown and places at 1,000,000 photos. One member has 100 series; one series has 200 posts. */
export async function setQueries(database, load) {
  const { viewer, owner, photo, series, exhibition, place } = await addSets(database);
  const [bySeries, byExhibition, people, scheduled, search, photos] = await Promise.all(
    ['series/queries', 'exhibitions/queries', 'people-shown/queries', 'posts/schedule-queries', 'find-posts', 'posts/queries'].map((name) =>
      load(`photos/${name}`),
    ),
  );
  const newest = { before: end, offset: 0, limit: 21 };
  const newestExhibitions = { after: { time: 'infinity', id: end }, limit: 21 };
  const cards = { viewerId: viewer, memberId: owner, before: end, withEmpty: false };
  const found = (await database.query('select photo_id from series_photos where series_id = $1 order by position', [series])).rows;
  return Object.entries({
    'series of 200': (db) => bySeries.findSeries(db, viewer, series),
    'series of 200, for visitors': (db) => bySeries.findPublicSeries(db, series),
    'series of 200: posts': (db) =>
      photos.listPhotoRows(
        db,
        viewer,
        found.map(({ photo_id }) => photo_id),
      ),
    'series of a profile': (db) => bySeries.listSeriesCards(db, { ...cards, limit: 21 }),
    'series of a profile, for visitors': (db) => bySeries.listSeriesCards(db, { ...cards, viewerId: null, limit: 51 }),
    'series of a post': (db) => bySeries.listSeriesOfPhoto(db, photo),
    'own series, with a post': (db) => bySeries.listOwnSeriesRows(db, owner, photo),
    'exhibition': (db) => byExhibition.findExhibition(db, viewer, exhibition),
    'exhibition, for visitors': (db) => byExhibition.findPublicExhibition(db, exhibition),
    'exhibitions: open': (db) => byExhibition.listExhibitionRows(db, viewer, 'open', newestExhibitions),
    'exhibitions: past': (db) => byExhibition.listExhibitionRows(db, viewer, 'past', newestExhibitions),
    'exhibitions: own': (db) => byExhibition.listExhibitionRows(db, viewer, 'mine', newestExhibitions),
    'people shown in a post': (db) => people.listPeopleShown(db, viewer, photo),
    'requests to be named': (db) => people.listRequestedIds(db, viewer, newest),
    'scheduled posts': (db) => scheduled.listScheduledIds(db, owner),
    'posts to publish': (db) => scheduled.listDuePosts(db),
    'place: first page and total': (db) =>
      search.findAtPlace(
        db,
        viewer,
        { category: null, member: null, followed: false },
        { place, words: null, knownTotal: undefined, page: newest },
      ),
  });
}

async function addSets(database) {
  const one = async (sql, values) => (await database.query(sql, values)).rows[0];
  const { rows: filled } = await database.query('select 1 from series limit 1');
  if (filled.length === 0) {
    const uuid = (kind, n) =>
      `('019b000${kind}-' || lpad(to_hex((${n}) / 4096), 4, '0') || '-7' || lpad(to_hex((${n}) % 4096), 3, '0') || '-8000-000000000000')::uuid`;
    await database.query('set statement_timeout = 0; set session_replication_role = replica');
    await database.query(
      'create temporary table some_photos as select row_number() over (order by member_id, id) as n, id, member_id from photos',
    );
    await database.query('create unique index on some_photos (n)');
    await database.query('analyze some_photos');
    await database.query('begin');
    // Twenty neighbours in this order belong to the same member.
    await database.query(
      `insert into series (id, member_id, title, completed_at) select ${uuid(1, 'p.n')}, p.member_id, 'Harmattan', now() from some_photos p where p.n % 20 = 1`,
    );
    await database.query(
      `insert into series_photos select ${uuid(1, 'n - (n - 1) % 20')}, id, (n - 1) % 20 from some_photos where (n - 1) % 20 < ${sets.works}`,
    );
    const { member_id: busy } = await one('select member_id from photos group by 1 order by count(*) desc limit 1');
    await database.query(
      `insert into series (id, member_id, title) select gen_random_uuid(), $1, 'Indigo' from generate_series(1, 100 - (select count(*)::int from series where member_id = $1))`,
      [busy],
    );
    await database.query(
      `insert into series_photos select s.id, p.id, 100 + p.n
         from (select id from series where member_id = $1) s, (select id, row_number() over (order by id) as n from photos where member_id = $1 limit 200) p
           on conflict do nothing`,
      [busy],
    );
    await database.query(
      `insert into exhibitions (id, title, opens_at, closes_at, announced_at, rooms)
       select ${uuid(2, 'n')}, 'Indigo', now() - n * interval '1 hour', case when n % 2 = 0 then now() - interval '1 minute' end, now(),
              (select jsonb_agg(jsonb_build_object('title', 'Room', 'text', '', 'items', (select jsonb_agg(jsonb_build_object('photo_id', p.id))
                 from some_photos p where p.n between n * 200 + 8 * r and n * 200 + 8 * r + 7))) from generate_series(0, 2) r)
         from generate_series(1, ${sets.exhibitions}) n`,
    );
    await database.query(
      `insert into exhibition_curators select ${uuid(2, 'e')}, p.member_id, now() from generate_series(1, ${sets.exhibitions}) e join some_photos p on p.n = e * 100`,
    );
    await database.query(
      `insert into exhibition_works select ${uuid(2, 'e')}, p.id, p.member_id, 'accepted'
         from generate_series(1, ${sets.exhibitions}) e join some_photos p on p.n between e * 200 and e * 200 + 23`,
    );
    await database.query(
      `insert into people_shown (photo_id, member_id, state)
       select p.id, b.member_id, (array['asked','accepted'])[1 + p.n % 2]
         from some_photos p join some_photos b on b.n = 1 + (p.n * 7919) % 1000000 where p.n <= ${sets.peopleShown} and b.member_id <> p.member_id`,
    );
    await database.query(
      `update photos p set location_name = 'Place ' || s.n % ${sets.places} from some_photos s where s.id = p.id and s.n % 10 = 0`,
    );
    await database.query('commit');
    await database.query('reset session_replication_role');
    await database.query('vacuum analyze series, series_photos, exhibitions, exhibition_curators, exhibition_works, people_shown, photos');
  }
  const { member_id: owner, id: series } = await one(
    `select s.member_id, s.id from series s join series_photos sp on sp.series_id = s.id group by s.id order by count(*) desc limit 1`,
  );
  const { id: viewer } = await one(`select id from members where username = 'member_77'`);
  const { photo_id: photo } = await one('select photo_id from series_photos where series_id = $1 order by position limit 1', [series]);
  const { id: exhibition } = await one('select id from exhibitions order by id desc limit 1');
  const { place_key: place } = await one('select place_key from photos where place_key is not null limit 1');
  return { viewer, owner, photo, series, exhibition, place };
}
