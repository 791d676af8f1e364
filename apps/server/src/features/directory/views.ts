import type { MemberCard } from '@mbari/contract/shapes/directory';
import { viewAuthor } from '../members/views.ts';
import type { MemberRow } from './queries.ts';

/** A member in a list. */
export const viewMemberCard = (row: MemberRow): MemberCard => ({
  ...viewAuthor(row),
  followers_count: row.followers_count,
  is_following: row.is_following,
});
