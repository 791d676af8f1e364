import type { Statements } from '../platform/db/database.ts';
import { memberVisible } from '../platform/visibility/members.ts';

export type MentionSubject = 'comment';

interface MentionStatements {
  /** Replaces the mentions in the subject `$1` with the CTE `mentioned` and returns the added members. */
  replace: string;
  deleteOf: string;
}

/**
 * Resolves each mention to a member whom the writer `$2` can see, by its first matching username. `$3` has the possible usernames; `$4` has
 * the mention's index for each username. Locks the members against concurrent erasure.
 */
const mentionedMembersSql = `candidates as (
    select m.id, m.username from members m
     where m.username = any($3::text[]) and m.email_verified_at is not null and ${memberVisible('$2', 'm')} for key share),
  matches as (
    select distinct on (input.name) candidates.id
      from unnest($3::text[], $4::integer[]) with ordinality as input(username, name, n) join candidates on candidates.username = input.username
     order by input.name, input.n),
  mentioned as (select distinct id from matches)`;

/** A new subject needs a table of mentions and an entry here. */
const statements: Record<MentionSubject, MentionStatements> = {
  comment: {
    replace: `with ${mentionedMembersSql},
      removed as (delete from comment_mentions where comment_id = $1 and member_id not in (select id from mentioned))
      insert into comment_mentions (comment_id, member_id) select $1::uuid, id from mentioned on conflict do nothing returning member_id`,
    deleteOf: `delete from comment_mentions where (comment_id, member_id) in (
      select comment_id, member_id from comment_mentions where member_id = $1 limit 500)`,
  },
};

/** Stores the mentions of a text and returns the added members. Each name lists its possible usernames, most likely first. */
export async function replaceMentions(
  tx: Statements,
  { subject, id, writerId, names }: { subject: MentionSubject; id: string; writerId: string; names: readonly (readonly string[])[] },
): Promise<string[]> {
  const rows = await tx.rows<{ member_id: string }>(statements[subject].replace, [
    id,
    writerId,
    names.flat(),
    names.flatMap((usernames, index) => usernames.map(() => index)),
  ]);
  return rows.map(({ member_id }) => member_id);
}

export async function listVisibleUsernames(db: Statements, viewerId: string, usernames: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ username: string }>(
    `select m.username from members m
      where m.username = any($2::text[]) and m.email_verified_at is not null and ${memberVisible('$1', 'm')} order by m.username`,
    [viewerId, usernames],
  );
  return rows.map(({ username }) => username);
}

export async function deleteMentionsOf(db: Statements, memberId: string): Promise<number> {
  let count = 0;
  for (const { deleteOf } of Object.values(statements)) count += await db.run(deleteOf, [memberId]);
  return count;
}
