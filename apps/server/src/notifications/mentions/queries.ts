import type { Statements } from '../../platform/db/database.ts';
import { memberVisible } from '../../platform/visibility/members.ts';

/** What members can be named in. */
export type MentionSubject = 'comment';

/** SQL for one subject, which has a table of mentions of its own. */
interface MentionStatements {
  /** Keeps exactly those who are meant in `$1`, by `$2`, and answers who was not named there before. See `meant`. */
  replace: string;
  /** Five hundred of a member, `$1`. */
  removeOf: string;
}

/**
 * The members who are meant: those who are there for the writer, `$2`, each by the first of the usernames that may be meant. `$3` are
 * usernames, and `$4` says which name each of them is a reading of. Locked, so that none is erased meanwhile.
 */
const meant = `found as (
    select m.id, m.username from members m
     where m.username = any($3::text[]) and m.email_verified_at is not null and ${memberVisible('$2', 'm')} for key share),
  readings as (
    select distinct on (written.name) found.id
      from unnest($3::text[], $4::integer[]) with ordinality as written(username, name, n) join found on found.username = written.username
     order by written.name, written.n),
  meant as (select distinct id from readings)`;

/** One entry a subject: adding one is a table of mentions and the statements here. */
const statements: Record<MentionSubject, MentionStatements> = {
  comment: {
    replace: `with ${meant},
      removed as (delete from comment_mentions where comment_id = $1 and member_id not in (select id from meant))
      insert into comment_mentions (comment_id, member_id) select $1::uuid, id from meant on conflict do nothing returning member_id`,
    removeOf: `delete from comment_mentions where (comment_id, member_id) in (
      select comment_id, member_id from comment_mentions where member_id = $1 limit 500)`,
  },
};

/** Keeps who is named in a text, and answers who was not before. Each name is a list of the usernames that may be meant, likeliest first. */
export async function replaceMentions(
  tx: Statements,
  { subject, id, writerId, names }: { subject: MentionSubject; id: string; writerId: string; names: readonly (readonly string[])[] },
): Promise<string[]> {
  const rows = await tx.rows<{ member_id: string }>(statements[subject].replace, [
    id,
    writerId,
    names.flat(),
    names.flatMap((readings, name) => readings.map(() => name)),
  ]);
  return rows.map(({ member_id }) => member_id);
}

/** Of these usernames those of members who are there for the viewer. */
export async function listThere(db: Statements, viewerId: string, usernames: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ username: string }>(
    `select m.username from members m
      where m.username = any($2::text[]) and m.email_verified_at is not null and ${memberVisible('$1', 'm')} order by m.username`,
    [viewerId, usernames],
  );
  return rows.map(({ username }) => username);
}

/** A batch of the texts of others in which a member is named. */
export async function removeMentionsOf(db: Statements, memberId: string): Promise<number> {
  let removed = 0;
  for (const { removeOf } of Object.values(statements)) removed += await db.run(removeOf, [memberId]);
  return removed;
}
