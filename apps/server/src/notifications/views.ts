import { appealableActions, type ModerationAction } from '@mbari/contract/moderation/actions';
import { forumKinds, toKnownKind, notificationKinds } from '@mbari/contract/notifications/kinds';
import type { Notification } from '@mbari/contract/notifications/notifications';
import type { Context } from '../platform/context.ts';
import { mediaUrl } from '../platform/images/urls.ts';
import { type AuthorRow, viewAuthor } from '../platform/member-views.ts';
import { isReversal } from '../platform/moderation/record-moderation.ts';
import type { ModerationSubject } from './forum-queries.ts';
import type { GroupRow } from './group-queries.ts';
import type { NotificationRow, PhotoSubject } from './queries.ts';
import { chooseSentence } from './sentences.ts';

type Media = Pick<Context, 'secrets' | 'now'>;

export function viewNotification(context: Media, row: NotificationRow, others = 0): Notification {
  const kind = toKnownKind(row.type);
  const actor = row.author_id === null ? null : viewAuthor(row);
  return {
    id: row.id,
    type: notificationKinds[kind].type,
    kind,
    ...chooseSentence(row, actor?.name, others),
    user: actor,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    action_url: actionUrlOf(row, actor?.username),
    forum: viewForum(row),
    excerpt: row.comment ?? row.moderation?.comment ?? null,
    photo: row.photo && viewThumbnail(context, row.photo),
    follower: actor && row.follower && viewFollower(actor, row.follower),
    ...(row.alt_proposal && { alt_proposal: row.alt_proposal }),
  };
}

export function viewGroup(context: Media, row: GroupRow, memberIds: readonly string[], members: readonly AuthorRow[]): Notification {
  const { count, others_count } = row;
  const groupMembers = memberIds.flatMap((id) => members.find(({ author_id }) => author_id === id) ?? []);
  return {
    ...viewNotification(context, row, others_count),
    group: count === 1 ? null : { count, others_count, members: groupMembers.map((member) => viewAuthor(member)) },
  };
}

function actionUrlOf(row: NotificationRow, username: string | undefined): string | null {
  const { photo_id, comment_id, forum_post: post, moderation, series, exhibition, challenge } = row;
  if (moderation !== null) return decisionUrlOf(moderation);
  if (post !== null) return `/forum/t/${post.topic_id}/${post.slug}/${post.number}`;
  if (series !== null) return `/series/${series.id}`;
  if (exhibition !== null) return `/exhibitions/${exhibition.id}`;
  if (challenge !== null) return `/challenges/${challenge.id}`;
  if (comment_id !== null) return `/post/${photo_id}#comment-${comment_id}`;
  if (photo_id !== null) return `/post/${photo_id}`;
  return username === undefined ? null : `/user/${username}`;
}

/** Affected members get the decision page, where they may appeal. */
function decisionUrlOf({
  is_own,
  action,
  photo_id,
  comment_id,
  forum_address,
  decision_id,
  series_id,
  exhibition_id,
}: ModerationSubject): string | null {
  if (!is_own) return isReversal(action) ? '/moderation/log' : null;
  if (action === 'decline_post') return '/pending';
  if (action === 'approve_post') {
    if (photo_id === null) return forum_address;
    return comment_id === null ? `/post/${photo_id}` : `/post/${photo_id}#comment-${comment_id}`;
  }
  if (action === 'restore_series') return `/series/${series_id}`;
  if (action === 'restore_exhibition') return `/exhibitions/${exhibition_id}`;
  if (action.startsWith('restore_') || action === 'unmark_photo' || action === 'ask_removal')
    return photo_id === null ? null : `/post/${photo_id}`;
  return actionsWithDecision.has(action) ? `/decisions/${decision_id}` : null;
}

const actionsWithDecision: ReadonlySet<ModerationAction> = new Set([...appealableActions, 'grant_appeal', 'refuse_appeal']);

function viewForum({ type, forum_post: post }: NotificationRow): Notification['forum'] {
  if (post === null) return null;
  const event = forumKinds.find((kind) => kind === type) ?? 'other';
  const { id, topic_id, slug, number, title, excerpt } = post;
  return { event, post_id: id, topic_id, slug, number, title, excerpt };
}

function viewThumbnail(context: Media, { width, height, color, is_public, is_own, ...image }: PhotoSubject): Notification['photo'] {
  const access = { isPublic: is_public, isOwner: is_own, now: context.now() };
  return { url: mediaUrl(context, image, Math.min(...image.widths), 'webp', access), width, height, color };
}

const viewFollower = (
  { id, name, username }: { id: string; name: string; username: string },
  { is_following, may_follow }: { is_following: boolean; may_follow: boolean },
): Notification['follower'] => ({ id, name, username, is_following, viewer: { may_follow } });
