import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { silenceOf } from '../../visibility/members.ts';
import { isPaid } from '../../visibility/plans.ts';

/** Whether all four steps are stored. The picture has a default and is not asked for, nor is an interest where there is none to choose. */
export const hasOnboarding = (m: string): string =>
  `(${m}.gender is not null and ${m}.date_of_birth is not null and ${m}.occupation is not null and ${m}.bio is not null
    and coalesce((select true from member_interests mi where mi.member_id = ${m}.id limit 1), ${m}.interests_waived))`;

/** Has accepted the newest rules that everybody is asked to accept. */
export const hasAcceptedRules = (m: string): string =>
  `((select v.asked_version from rules_version v) <= coalesce((select ra.version from rules_acceptances ra where ra.member_id = ${m}.id), 0))`;

/** May read what members read, by an address that is theirs: for what is sent to them. */
export const isOnboarded = (m: string): string => `${m}.is_live and ${m}.email_verified_at is not null and ${hasOnboarding(m)}`;

/** Finds whose a bearer token is, from its SHA-256. One query a turn of the event loop; nothing is remembered, so a revocation counts at once. */
export function viewersBy(db: Database): (tokenHash: Buffer) => Promise<Viewer | null> {
  return batch(async (hashes: Buffer[]) => {
    const rows = await db.rows<Viewer & { n: number }>(
      `select t.n::int as n, m.id, s.id as session_id, m.role, m.email_verified_at is not null as email_verified,
              m.awaits_approval_since is not null as awaits_approval,
              ${hasOnboarding('m')} as has_onboarding, ${hasAcceptedRules('m')} as rules_accepted, ${isPaid('m')} as is_paid, m.created_at as joined_at,
              ${silenceOf('m')} as silence
         from unnest($1::bytea[]) with ordinality as t(token_hash, n)
         join session_tokens st on st.token_hash = t.token_hash and st.expires_at > now()
         join sessions s on s.id = st.session_id
         join members m on m.id = s.member_id and m.is_live`,
      [hashes],
    );
    const viewers = new Array<Viewer | null>(hashes.length).fill(null);
    for (const { n, ...viewer } of rows) viewers[n - 1] = viewer;
    return viewers;
  });
}
