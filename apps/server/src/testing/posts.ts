import type { Audience } from '@mbari/contract/photos/post-fields';
import { newId, newSecretId } from '../platform/ids.ts';
import { addTestMember, type TestApp, type TestMember } from './app.ts';

type WithDatabase = Pick<TestApp, 'db'>;
type HasId = { id: string };

/** Inserts a post with one image without a file. `columns` override the row's. */
export async function addTestPhoto(
  { db }: WithDatabase,
  owner: HasId,
  columns: Record<string, unknown> = {},
): Promise<{ id: string; title: string; image_id: string }> {
  const row: Record<string, unknown> = { id: newId(), member_id: owner.id, title: 'Masquerade at dusk', ...columns };
  const names = Object.keys(row);
  const image = newSecretId();
  await db.transaction(async (tx) => {
    // Locks the member's row before the counting trigger runs, like the product.
    if (
      row['deleted_at'] === undefined &&
      row['removed_at'] === undefined &&
      row['archived_at'] === undefined &&
      row['publish_at'] === undefined
    )
      await tx.run('update members set photos_count = photos_count + 1 where id = $1', [owner.id]);
    await tx.run(
      `insert into photos (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    await tx.run(
      `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       values ($1, $2, 'photo', 1600, 1200, '#884422', '\\x0102030405', '{320,640,1280}', 1000)`,
      [image, owner.id],
    );
    await tx.run(`insert into photo_images values ($1, 0, $2, 'Dancers')`, [row['id'], image]);
  });
  return { id: row['id'] as string, title: row['title'] as string, image_id: image };
}

/** Asks for critique of a post. */
export const addTestCritique = ({ db }: WithDatabase, photo: HasId, columns: { is_hidden?: boolean } = {}): Promise<unknown> =>
  db.run(
    `insert into critiques (photo_id, id, category, question, is_hidden) values ($1, $2, 'light', 'Too dark?', $3) on conflict do nothing`,
    [photo.id, newId(), columns.is_hidden ?? false],
  );

/** Adds a series with posts of its author, in order. */
export async function addTestSeries(
  { db }: WithDatabase,
  owner: HasId,
  photos: readonly HasId[],
  { title = 'Harmattan' }: { title?: string } = {},
): Promise<{ id: string }> {
  const id = newId();
  await db.run('insert into series (id, member_id, title) values ($1, $2, $3)', [id, owner.id, title]);
  await db.run('insert into series_photos select $1, p.id, p.n from unnest($2::uuid[]) with ordinality as p(id, n)', [
    id,
    photos.map((photo) => photo.id),
  ]);
  return { id };
}

/** Marks a post as deleted, removed, archived or scheduled, and updates its owner's count. */
export const setPhotoGone = async (
  { db }: WithDatabase,
  photo: HasId,
  column: 'deleted_at' | 'removed_at' | 'archived_at' | 'publish_at',
): Promise<void> => {
  await db.pool.query(
    `with gone as (update photos set ${column} = now() where id = $1 returning member_id)
     update members m set photos_count = photos_count - 1 from gone where m.id = gone.member_id`,
    [photo.id],
  );
};

export const setAudience = async ({ db }: WithDatabase, photo: HasId, audience: Audience | null): Promise<void> => {
  await db.pool.query('update photos set audience = $2 where id = $1', [photo.id, audience]);
};

export const setMember = async ({ db }: WithDatabase, member: HasId, columns: Record<string, unknown>): Promise<void> => {
  const names = Object.keys(columns);
  await db.pool.query(`update members set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`, [
    member.id,
    ...Object.values(columns),
  ]);
};

export const block = async ({ db }: WithDatabase, blocker: HasId, blocked: HasId): Promise<void> => {
  await db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [blocker.id, blocked.id]);
};

export const unblock = async ({ db }: WithDatabase, blocker: HasId, blocked: HasId): Promise<void> => {
  await db.pool.query('delete from blocks where blocker_id = $1 and blocked_id = $2', [blocker.id, blocked.id]);
};

export const mute = async ({ db }: WithDatabase, muter: HasId, muted: HasId): Promise<void> => {
  await db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [muter.id, muted.id]);
};

/** Adds this many members, and a `like` notification from each. `idsFrom` is the prefix of the ids, which contains the time. */
export async function addTestCrowd(
  app: Pick<TestApp, 'db'>,
  { ownerId, photoId, count, idsFrom }: { ownerId: string; photoId: string; count: number; idsFrom: string },
): Promise<void> {
  await app.db.run(
    `with crowd as (insert into members (id, username, name, email, email_verified_at)
       select gen_random_uuid(), name, 'Crowd', name || '@example.test', now()
         from (select 'crowd_' || right($1::uuid::text, 8) || '_' || n as name from generate_series(1, $3) n) named returning id)
     insert into notifications (id, member_id, type, actor_id, photo_id)
     select ($4 || '-0000-7000-8000-' || lpad(to_hex(row_number() over ()), 12, '0'))::uuid, $1, 'like', id, $2 from crowd`,
    [ownerId, photoId, count, idsFrom],
  );
}

/** Adds a post with its owner and two other members. */
export async function addConversation(app: TestApp): Promise<Record<'owner' | 'ada' | 'bisi', TestMember> & { photo: { id: string } }> {
  const [owner, ada, bisi] = await Promise.all([
    addTestMember(app, { name: 'Olu' }),
    addTestMember(app, { name: 'Ada' }),
    addTestMember(app, { name: 'Bisi' }),
  ]);
  return { owner, ada, bisi, photo: await addTestPhoto(app, owner, { title: 'Uli wall' }) };
}

interface TestExhibition {
  title?: string;
  /** Accepted works in one room. */
  works?: readonly HasId[];
  /** Works in the same room that wait for an answer. */
  requested?: readonly HasId[];
  /** Default: yesterday. Null: a draft. */
  opens_at?: Date | null;
}

/** Adds an exhibition with one curator and one room. */
export async function addTestExhibition(
  { db }: WithDatabase,
  curator: HasId,
  { title = 'Indigo', works = [], requested = [], opens_at = new Date(Date.now() - 24 * 60 * 60_000) }: TestExhibition = {},
): Promise<{ id: string }> {
  const id = newId();
  const items = [...works, ...requested].map((photo) => ({ photo_id: photo.id }));
  await db.run('insert into exhibitions (id, title, opens_at, announced_at, rooms) values ($1, $2, $3, $3, $4)', [
    id,
    title,
    opens_at,
    JSON.stringify([{ title: 'North room', text: '', items }]),
  ]);
  await db.run('insert into exhibition_curators values ($1, $2, now())', [id, curator.id]);
  await db.run(
    `insert into exhibition_works select $1, p.id, p.member_id, case when p.id = any ($3) then 'accepted' else 'requested' end
       from photos p where p.id = any ($2)`,
    [id, items.map(({ photo_id }) => photo_id), works.map((photo) => photo.id)],
  );
  return { id };
}

interface TestChallenge {
  title?: string;
  state?: 'announced' | 'running' | 'voting' | 'results';
  method?: 'pairs' | 'points';
  /** Posts that are entered. */
  photos?: readonly HasId[];
  organiser?: HasId;
}

const timesFromNow = {
  announced: ['1 hour', '2 hours', '3 hours'],
  running: ['0', '1 hour', '2 hours'],
  // Members added before the challenge may vote.
  voting: ['-1 millisecond', '0', '1 hour'],
  results: ['-2 hours', '-1 hour', '0'],
};

/** Adds a challenge in a state. Returns its entries in the order of the posts; in `results`, that is their ranking. */
export async function addTestChallenge(
  { db }: WithDatabase,
  { title = 'Long shadows', state = 'running', method = 'pairs', photos = [], organiser }: TestChallenge = {},
): Promise<{ id: string; entries: string[] }> {
  const id = newId();
  const hasResults = state === 'results';
  await db.run(
    `insert into challenges (id, member_id, title, method, starts_at, entries_end_at, voting_end_at, counted_at, votes_count)
     select $1, $2, $3, $4, at + $5::interval, at + $6::interval, at + $7::interval, case when $8 then now() end, case when $8 then 40 end from date_trunc('milliseconds', now()) at`,
    [id, organiser?.id ?? null, title, method, ...timesFromNow[state], hasResults],
  );
  const entries = await db.rows<{ id: string; photo_id: string }>(
    `insert into challenge_entries (challenge_id, photo_id, image_id, member_id, place, score, low, high, tally)
     select $1, p.id, pi.image_id, p.member_id, case when $3 then n end, case when $3 then 60 - n end, case when $3 then 50 - n end,
            case when $3 then 70 - n end, case when $3 then array[20, 0, 20] end
       from unnest($2::uuid[]) with ordinality as given(id, n) join photos p on p.id = given.id
       join photo_images pi on pi.photo_id = p.id and pi.position = 0 returning id, photo_id`,
    [id, photos.map((photo) => photo.id), hasResults],
  );
  return { id, entries: photos.map((photo) => entries.find((entry) => entry.photo_id === photo.id)!.id) };
}

/** Adds a member's words about an entry. Returns their id. */
export const addTestFeedback = async ({ db }: WithDatabase, entryId: string, voter: HasId, text = 'Too dark'): Promise<string> =>
  (await db.row<{ id: string }>('insert into challenge_feedback (entry_id, member_id, text) values ($1, $2, $3) returning id', [
    entryId,
    voter.id,
    text,
  ]))!.id;

async function storedIds({ context }: TestApp): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of context.store.list(new Date(Date.now() + 60_000))) ids.push(...some);
  return ids.toSorted();
}

/** Returns images whose files no row references. */
export async function listOrphanFiles(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>('select id from images');
  const knownIds = new Set(rows.map(({ id }) => id));
  return (await storedIds(app)).filter((id) => !knownIds.has(id));
}

/** Returns those of the image ids whose row is not marked deleted. */
export async function listStoredImages({ db }: TestApp, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>('select id from images where id = any($1::uuid[]) and deleted_at is null', [ids]);
  return rows.map(({ id }) => id);
}
