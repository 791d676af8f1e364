import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import type { Author } from '@mbari/contract/people/members';
import { type AuthorRow, viewAuthor } from '../../platform/member-views.ts';
import type { LogRow } from './log-queries.ts';

export function viewLogEntry(row: LogRow, members: ReadonlyMap<string, AuthorRow>): ModerationLogEntry {
  const viewAuthorById = (id: string | null): Author | null => {
    const member = id === null ? undefined : members.get(id);
    return member ? viewAuthor(member) : null;
  };
  return {
    id: row.id,
    action: row.action,
    actor: viewAuthorById(row.actor_id),
    member: viewAuthorById(row.member_id),
    reason: row.reason,
    rule: row.rule,
    note: row.note,
    details: row.details,
    target: viewTarget(row),
    address: addressOf(row),
    reports_count: row.reports_count,
    created_at: row.created_at.toISOString(),
  };
}

const viewTarget = ({ details, target }: LogRow): ModerationLogEntry['target'] =>
  target && details && 'topic_id' in details ? { title: target.title, address: `/forum/t/${details.topic_id}/${target.slug}` } : null;

/** Returns null for removed content, which has no page. */
function addressOf(row: LogRow): string | null {
  if (/^(?:remove|delete)_/.test(row.action)) return null;
  if (row.comment_photo_id !== null) return `/post/${row.comment_photo_id}#comment-${row.comment_id}`;
  if (row.photo_id !== null) return `/post/${row.photo_id}`;
  if (row.series_id !== null) return `/series/${row.series_id}`;
  if (row.exhibition_id !== null) return `/exhibitions/${row.exhibition_id}`;
  if (row.challenge_id !== null) return `/challenges/${row.challenge_id}`;
  if (row.topic_id === null) return null;
  return `/forum/t/${row.topic_id}/${row.topic_slug}${row.post_number === null ? '' : `/${row.post_number}`}`;
}
