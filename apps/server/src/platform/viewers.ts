import { batch } from './db/batch.ts';
import type { Database } from './db/database.ts';
import { snapshotCache } from './db/snapshot-cache.ts';
import type { Viewer } from './http/viewer.ts';
import { isPaid, silenceOf } from './visibility/members.ts';

/** All four onboarding steps are complete. The image has a default, and `interests_waived` replaces an interest where there was no category. */
export const hasOnboarding = (m: string): string =>
  `(${m}.gender is not null and ${m}.date_of_birth is not null and ${m}.occupation is not null and ${m}.bio is not null
    and coalesce((select true from member_interests mi where mi.member_id = ${m}.id limit 1), ${m}.interests_waived))`;

export const hasAcceptedRules = (m: string): string =>
  `((select v.asked_version from rules_version v) <= coalesce((select ra.version from rules_acceptances ra where ra.member_id = ${m}.id), 0))`;

/** The member `m` wants tags and categories in the Following feed, and follows one. */
const followsTags = (m: string): string =>
  `(${m}.tags_in_following and (exists (select from followed_tags ft where ft.member_id = ${m}.id)
    or exists (select from followed_categories fc where fc.member_id = ${m}.id)))`;

/** The member `m` may receive mail and notifications: live, verified and onboarded. */
export const isOnboarded = (m: string): string => `${m}.is_live and ${m}.email_verified_at is not null and ${hasOnboarding(m)}`;

interface ViewerRow extends Omit<Viewer, 'joined_at' | 'snapshot'> {
  n: number;
  joined_at: string;
  /** Earliest end of session, plan or silence, in seconds of the database's clock. */
  known_until: number;
}

/** Tokens per query, and concurrent queries: two, so one hanging query does not block all requests. */
const batchLimits = [200, 2] as const;

interface CachedViewer {
  viewer: Viewer;
  until: number;
}

/** Finds viewers by the SHA-256 of their session's token. */
export const viewersBySession = (db: Database): ((tokenHash: string) => Promise<Viewer | null>) => viewersBy(db, 'viewers', bySession);

/** Finds viewers by the SHA-256 of their API token. Records the day and place of its use. */
export function viewersByApiToken(db: Database): (tokenHash: string, place: string) => Promise<Viewer | null> {
  const find = viewersBy(db, 'viewers by API token', byApiToken);
  return async (tokenHash, place) => {
    const viewer = await find(tokenHash);
    if (viewer?.api_token?.is_used_today === false) await markApiTokenUsed(db, viewer.session_id, place);
    return viewer;
  };
}

const markApiTokenUsed = (db: Database, id: string, place: string) =>
  db.run(
    'update api_tokens set last_used_on = current_date, last_used_place = $2 where id = $1 and last_used_on is distinct from current_date',
    [id, place],
  );

/**
 * Finds viewers by the SHA-256 of their token, in one query per turn of the event loop. The query sends the snapshot of the
 * cached viewers and reads nothing if this snapshot is current, so a revoked session is refused immediately.
 */
function viewersBy(db: Database, name: string, sql: string): (tokenHash: string) => Promise<Viewer | null> {
  const cache = snapshotCache<CachedViewer>(db, name, { max: 10_000, ttl: 10_000 });

  return batch(
    async (hashes: string[]) => {
      const snapshot = cache.newest();
      const cached = hashes.map((hash) => cache.get(hash, snapshot));
      const read = (await db.row<ViewersRead & Record<string, unknown>>(sql, [
        snapshot,
        hashes,
        cached.map((entry) => entry?.until ?? 0),
      ]))!;
      const isSame = read.snapshot === snapshot;
      const viewers = cached.map((entry) => (isSame && entry && entry.until > read.now ? entry.viewer : null));
      for (const { n, known_until: until, joined_at: joined, ...row } of read.viewers ?? []) {
        const viewer = { ...row, joined_at: new Date(joined), snapshot: read.snapshot };
        viewers[n - 1] = viewer;
        cache.set(hashes[n - 1]!, read.snapshot, { viewer, until });
      }
      return viewers;
    },
    ...batchLimits,
  );
}

const ahead = (time: string): string => `case when ${time} > now() then ${time} end`;

interface ViewersRead {
  snapshot: string;
  now: number;
  viewers: ViewerRow[] | null;
}

const readAt = 'pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as now';

const memberColumns = `m.role, m.email_verified_at is not null as email_verified, m.awaits_approval_since is not null as awaits_approval,
  ${hasOnboarding('m')} as has_onboarding, ${hasAcceptedRules('m')} as rules_accepted, ${isPaid('m')} as is_paid,
  ${followsTags('m')} as follows_tags, m.sensitive_photos, m.created_at as joined_at, ${silenceOf('m')} as silence`;

const memberEnds = `${ahead('m.plan_ends_at')}, ${ahead('m.silenced_until')}`;

const tokenHashes = 'unnest($2::text[], $3::float8[]) with ordinality as t(token_hash, known_until, n)';

const isOutdated = '((select pg_current_snapshot()::text <> $1) or t.known_until <= extract(epoch from now())::float8)';

const bySession = `
  select ${readAt}, (select json_agg(found) from (
    select t.n, m.id, s.id as session_id, ${memberColumns},
           extract(epoch from least(st.expires_at, ${memberEnds}))::float8 as known_until
      from ${tokenHashes}
      join session_tokens st on st.token_hash = decode(t.token_hash, 'hex') and st.expires_at > now()
      join sessions s on s.id = st.session_id
      join members m on m.id = s.member_id and m.is_live
     where ${isOutdated}) found) as viewers`;

/** `is_used_today` is known until midnight. */
const byApiToken = `
  select ${readAt}, (select json_agg(found) from (
    select t.n, m.id, a.id as session_id, ${memberColumns},
           json_build_object('scopes', a.scopes, 'is_used_today', a.last_used_on is not distinct from current_date) as api_token,
           extract(epoch from least(a.expires_at, current_date + 1, ${memberEnds}))::float8 as known_until
      from ${tokenHashes}
      join api_tokens a on a.token_hash = decode(t.token_hash, 'hex') and (a.expires_at is null or a.expires_at > now())
      join members m on m.id = a.member_id and m.is_live
     where ${isOutdated}) found) as viewers`;
