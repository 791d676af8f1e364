import { rememberAtSnapshot } from '../db/at-snapshot.ts';
import { batch } from '../db/batch.ts';
import { nameCache } from '../db/caches.ts';
import type { Database } from '../db/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { silenceOf } from '../visibility/members.ts';
import { isPaid } from '../visibility/plans.ts';

/** Whether all four steps are stored. The image has a default and is not asked for, nor is an interest where there is none to choose. */
export const hasOnboarding = (m: string): string =>
  `(${m}.gender is not null and ${m}.date_of_birth is not null and ${m}.occupation is not null and ${m}.bio is not null
    and coalesce((select true from member_interests mi where mi.member_id = ${m}.id limit 1), ${m}.interests_waived))`;

/** Has accepted the newest rules that everybody is asked to accept. */
export const hasAcceptedRules = (m: string): string =>
  `((select v.asked_version from rules_version v) <= coalesce((select ra.version from rules_acceptances ra where ra.member_id = ${m}.id), 0))`;

/** May read what members read, by an address that is theirs: for what is sent to them. */
export const isOnboarded = (m: string): string => `${m}.is_live and ${m}.email_verified_at is not null and ${hasOnboarding(m)}`;

interface ViewerRow extends Omit<Viewer, 'joined_at' | 'snapshot'> {
  /** Which of the tokens it is, counted from 1. */
  n: number;
  joined_at: string;
  /** When their session, their plan or their silence ends by itself: seconds of the database's clock. */
  known_until: number;
}

/** How many tokens are asked for at once, and in how many queries: one that hangs keeps nobody else out. */
const askedTogether = [200, 2] as const;

interface KnownViewer {
  viewer: Viewer;
  until: number;
}

/** How many are remembered, and for how long while nothing is written: none of it changes with time alone, but for what ends at a known time. */
const viewersAtMost = 10_000;
const viewersKnownFor = 10_000;

/**
 * Finds whose a bearer token is, from its SHA-256: from the database on every call, in one query for all requests of a turn of the event loop. The
 * query names the snapshot that is known here, and reads nothing where that is the newest, so a revocation counts at once.
 */
export function viewersBy(db: Database): (tokenHash: string) => Promise<Viewer | null> {
  const begin = rememberAtSnapshot<Map<string, KnownViewer>>(() => new Map(), viewersKnownFor);
  nameCache(db, { name: 'viewers', most: { entries: viewersAtMost }, size: () => ({ entries: begin().known?.size ?? 0 }) });

  return batch(
    async (hashes: string[]) => {
      const read = begin();
      const before = hashes.map((hash) => read.known?.get(hash));
      const { snapshot, now, viewers } = await readViewers(db, {
        snapshot: read.snapshot,
        hashes,
        knownUntil: before.map((known) => known?.until ?? 0),
      });
      const known = read.answeredAt(snapshot);
      // Of another snapshot all were read anew.
      const found = before.map((one) => (snapshot === read.snapshot && one && one.until > now ? one.viewer : null));
      for (const { n, known_until: until, joined_at: joined, ...viewer } of viewers ?? []) {
        found[n - 1] = { ...viewer, joined_at: new Date(joined), snapshot };
        if (known.size < viewersAtMost) known.set(hashes[n - 1]!, { viewer: found[n - 1]!, until });
      }
      return found;
    },
    ...askedTogether,
  );
}

/** A time that is still to come; one that has passed ends nothing more. */
const ahead = (time: string): string => `case when ${time} > now() then ${time} end`;

interface ViewersAsked {
  snapshot: string;
  /** In hex. */
  hashes: readonly string[];
  /** 0 where nothing is known. */
  knownUntil: readonly number[];
}

interface ViewersRead {
  snapshot: string;
  /** Seconds of the database's clock. */
  now: number;
  viewers: ViewerRow[] | null;
}

const readViewers = async (db: Database, { snapshot, hashes, knownUntil }: ViewersAsked): Promise<ViewersRead> =>
  (await db.row<ViewersRead & Record<string, unknown>>(
    `select pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as now,
            (select json_agg(found) from (
               select t.n, m.id, s.id as session_id, m.role, m.email_verified_at is not null as email_verified,
                      m.awaits_approval_since is not null as awaits_approval,
                      ${hasOnboarding('m')} as has_onboarding, ${hasAcceptedRules('m')} as rules_accepted, ${isPaid('m')} as is_paid,
                      m.created_at as joined_at, ${silenceOf('m')} as silence,
                      extract(epoch from least(st.expires_at, ${ahead('m.plan_ends_at')}, ${ahead('m.silenced_until')}))::float8 as known_until
                 from unnest($2::text[], $3::float8[]) with ordinality as t(token_hash, known_until, n)
                 join session_tokens st on st.token_hash = decode(t.token_hash, 'hex') and st.expires_at > now()
                 join sessions s on s.id = st.session_id
                 join members m on m.id = s.member_id and m.is_live
                where (select pg_current_snapshot()::text <> $1) or t.known_until <= extract(epoch from now())::float8) found) as viewers`,
    [snapshot, hashes, knownUntil],
  ))!;
