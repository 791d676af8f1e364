import type { Author } from '@mbari/contract/people/members';
import { type StockAvatar, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import type { Statements } from './db/database.ts';
import { isEntitledTo, isPaid } from './visibility/members.ts';

export interface AuthorRow {
  author_id: string;
  author_name: string;
  author_username: string;
  author_avatar_image_id: string | null;
  author_avatar_stock: string | null;
  /** Null once the plan has ended. */
  author_plan_name: string | null;
}

export type MaybeAuthorRow = AuthorRow | { [Column in keyof AuthorRow]: null };

/** Columns of an author card, for a query that joins `members` as `m`. Present them with `viewAuthor`. */
export const authorColumns = (m: string): string =>
  `${m}.id as author_id, ${m}.name as author_name, ${m}.username as author_username, ${m}.avatar_image_id as author_avatar_image_id,
   ${m}.avatar_stock as author_avatar_stock, case when ${isEntitledTo('wearsBadge', m)} then ${m}.plan_name end as author_plan_name`;

/** SQL value that changes with an author card: every write raises the version, and a badge ends with its plan. */
export const authorState = (m: string): string => `concat_ws(' ', ${m}.version, ${isPaid(m)})`;

export function viewAuthor(row: AuthorRow): Author {
  const avatar = avatarUrl(row.author_avatar_image_id, row.author_avatar_stock);
  const paid = row.author_plan_name !== null;
  return {
    id: row.author_id,
    name: row.author_name,
    username: row.author_username,
    avatar_url: avatar,
    profile: { profile_image: avatar },
    subscription: { is_active: paid, is_paid_plan: paid, plan_name: row.author_plan_name },
  };
}

/** Returns the URL of a member's avatar. An uploaded image takes precedence. */
export function avatarUrl(imageId: string | null, stock: string | null): string | null {
  if (imageId !== null) return `/media/${imageId}/320.webp`;
  return stock === null ? null : stockAvatarUrl(stock as StockAvatar);
}

export const lockAccountByUsernameOrEmail = async (tx: Statements, usernameOrEmail: string): Promise<string | undefined> =>
  (
    await tx.row<{ id: string }>(
      'select id from members where username = $1 or (email = $1 and email_verified_at is not null) for no key update',
      [usernameOrEmail.trim().toLowerCase()],
    )
  )?.id;

/** Locks members in the order of their ids, which every transaction must follow to avoid deadlocks. Returns the ids found. */
export const lockAccounts = async (tx: Statements, ids: readonly string[]): Promise<string[]> =>
  (await tx.rows<{ id: string }>('select id from members where id = any($1::uuid[]) order by id for no key update', [ids])).map(
    ({ id }) => id,
  );

/** Stores the acceptance of the current version. Returns 0 for another version. */
export const addAcceptance = (tx: Statements, memberId: string, version: number) =>
  tx.run(
    `insert into rules_acceptances (member_id, version) select $1, v.version from rules_version v where v.version = $2 and v.version > 0
     on conflict (member_id) do update set version = excluded.version,
       accepted_at = case when rules_acceptances.version = excluded.version then rules_acceptances.accepted_at else excluded.accepted_at end`,
    [memberId, version],
  );
