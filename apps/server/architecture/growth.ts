import type { JobName } from '../src/jobs/job-payloads.ts';
import type { Module } from './source.ts';

/** What ends the rows of a table: at least one of these. */
export interface End {
  /** Jobs that remove what is old or no longer wanted. */
  jobs?: readonly JobName[];
  /** Tables whose rows take theirs along, by a foreign key with `on delete cascade`. */
  cascade?: readonly string[];
  /** Why it does not grow. */
  bound?: string;
}

/** Every table there is. */
export const ends: Record<string, End> = {
  active_days: { jobs: ['tally_days'], cascade: ['members'] },
  activity_mails: { cascade: ['members', 'notifications'] },
  announcement_dismissals: { cascade: ['announcements', 'members'] },
  announcements: { bound: 'what admins write by hand' },
  appeals: { cascade: ['members'] },
  applications: { jobs: ['sweep_applications'], cascade: ['members'] },
  backup_state: { bound: 'one row' },
  billing_customers: { jobs: ['sweep_billing_events'], cascade: ['members'] },
  billing_events: { jobs: ['sweep_billing_events'] },
  blocks: { cascade: ['members'] },
  categories: { bound: 'those of the migrations' },
  category_counts: { bound: 'sixteen rows a category', cascade: ['categories'] },
  category_tallies: { cascade: ['members', 'categories'] },
  comment_likes: { cascade: ['comments', 'members'] },
  comment_mentions: { cascade: ['comments', 'members'] },
  comments: { jobs: ['sweep_deleted_comments'], cascade: ['photos', 'members'] },
  daily_tallies: { bound: 'eleven a day' },
  digests: { cascade: ['members'] },
  email_changes: { jobs: ['sweep_email_changes'], cascade: ['members'] },
  follows: { cascade: ['members'] },
  filters: { bound: 'one row' },
  forum_author_counts: { cascade: ['members', 'forum_categories'] },
  forum_categories: { bound: 'made by admins, by hand' },
  forum_category_counts: { bound: 'sixteen rows a category', cascade: ['forum_categories'] },
  forum_category_tracks: { cascade: ['members', 'forum_categories'] },
  forum_departures: { jobs: ['resume_forum_recounts'], cascade: ['members'] },
  forum_drafts: { jobs: ['sweep_drafts'], cascade: ['members', 'forum_topics', 'forum_categories', 'forum_posts'] },
  forum_moved_posts: { cascade: ['forum_topics', 'forum_posts'] },
  forum_poll_choices: { cascade: ['forum_polls'] },
  forum_poll_votes: { cascade: ['forum_polls', 'forum_poll_choices', 'members'] },
  forum_polls: { cascade: ['forum_posts'] },
  forum_post_images: { cascade: ['forum_posts', 'photos', 'images'] },
  forum_post_likes: { cascade: ['forum_posts', 'members'] },
  forum_post_mentions: { cascade: ['forum_posts', 'members'] },
  forum_post_versions: { cascade: ['forum_posts'] },
  forum_posts: { cascade: ['forum_topics'] },
  forum_topic_tags: { cascade: ['forum_topics', 'tags'] },
  forum_topic_views: { cascade: ['forum_topics'] },
  forum_topics: { jobs: ['sweep_deleted_topics', 'erase_accounts'] },
  forum_tracks: { cascade: ['members', 'forum_topics'] },
  forum_uploads: { jobs: ['sweep_uploads'], cascade: ['members', 'images'] },
  identities: { cascade: ['members'] },
  images: { jobs: ['sweep_images'] },
  installation: { bound: 'one row' },
  invitations: { jobs: ['sweep_invitations'], cascade: ['members'] },
  invited_members: { cascade: ['members'] },
  joining: { bound: 'one row' },
  likes: { cascade: ['photos', 'members'] },
  member_interests: { cascade: ['members', 'categories'] },
  members: { jobs: ['sweep_pending_accounts', 'erase_accounts'] },
  migrations: { bound: 'one row a migration' },
  moderation_log: { bound: 'what few organisers do by hand, kept for good' },
  mutes: { cascade: ['members'] },
  notifications: { jobs: ['sweep_notifications'], cascade: ['members', 'photos', 'comments', 'forum_posts'] },
  oauth_handoffs: { jobs: ['sweep_handoffs'], cascade: ['members'] },
  passkey_challenges: { jobs: ['sweep_passkey_challenges'], cascade: ['members'] },
  passkeys: { cascade: ['members'] },
  password_resets: { jobs: ['sweep_resets'], cascade: ['members'] },
  photo_images: { cascade: ['photos'] },
  photo_tags: { cascade: ['photos', 'tags'] },
  photos: { jobs: ['sweep_deleted_posts', 'erase_accounts'] },
  pinned_photos: { cascade: ['members', 'photos'] },
  plan_grants: { cascade: ['members'] },
  profile_flips: { jobs: ['resume_recounts'], cascade: ['members'] },
  push_subscriptions: { cascade: ['members', 'sessions'] },
  recovery_codes: { cascade: ['members'] },
  report_notes: { cascade: ['reports'] },
  reports: { cascade: ['photos', 'comments', 'members', 'forum_posts'] },
  rules: { bound: 'written by admins, by hand; those that are cited stay' },
  rules_acceptances: { cascade: ['members'] },
  rules_version: { bound: 'one row' },
  saved_posts: { cascade: ['members', 'photos'] },
  session_tokens: { jobs: ['sweep_sessions'], cascade: ['sessions'] },
  sessions: { jobs: ['sweep_sessions'], cascade: ['members'] },
  site_settings: { bound: 'one row' },
  subscriptions: { cascade: ['billing_customers'] },
  tags: { jobs: ['sweep_tags'] },
  totp_secrets: { cascade: ['members'] },
  untagged_posts: { jobs: ['tag_older_posts'], cascade: ['photos', 'forum_topics'] },
  warnings: { cascade: ['members'] },
};

/** How many rows are counted one by one in each file, and what bounds them. */
export const counts: Record<string, [times: number, bound: string]> = {
  'apps/server/src/db/state.ts': [3, 'the queue of jobs, for the operator’s metrics'],
  'apps/server/src/features/activity-mails/queries.ts': [3, 'a hundred members at a time'],
  'apps/server/src/features/backup/queries.ts': [1, 'once a night, before the images are read anyway'],
  'apps/server/src/features/blocks/queries.ts': [2, 'what one member blocked and muted, 60 a minute at most'],
  'apps/server/src/features/community-health/queries.ts': [8, 'by a job, once an hour, of two days; open reports, stops at a thousand'],
  'apps/server/src/features/comments/queries.ts': [1, 'stops at 1,001'],
  'apps/server/src/features/directory/queries.ts': [4, 'stops at 1,001'],
  'apps/server/src/features/export/queries.ts': [1, 'ten recovery codes'],
  'apps/server/src/features/feed/queries.ts': [2, 'the newest 400 posts'],
  'apps/server/src/features/follows/queries.ts': [2, 'the rows that were locked by their ids'],
  'apps/server/src/features/forum-categories/queries.ts': [
    6,
    'what stands in topics of hidden members; topics that one follows; all, by a command of the operator',
  ],
  'apps/server/src/features/forum-recount/queries.ts': [6, 'the posts and polls of a hundred topics, by a command of the operator'],
  'apps/server/src/features/forum-posts/reply-queries.ts': [2, 'the replies of one batch'],
  'apps/server/src/features/forum-search/queries.ts': [1, 'stops at a hundred'],
  'apps/server/src/features/forum-topic-lists/queries.ts': [3, 'stops at a thousand, or the topics of what was found'],
  'apps/server/src/features/forum-tracks/queries.ts': [2, 'who has read a topic that is split or merged'],
  'apps/server/src/features/accounts/queries.ts': [1, 'one who closes their account and those around them, once'],
  'apps/server/src/features/moderation/desk-queries.ts': [2, 'a hundred reports of each of five reporters'],
  'apps/server/src/features/moderation/queries.ts': [3, 'the newest ten thousand open reports, and a thousand of each thing on a page'],
  'apps/server/src/features/notifications/forum-queries.ts': [1, 'the devices of two hundred followers'],
  'apps/server/src/features/notifications/group-queries.ts': [5, 'stops at 100, among the newest 1,000; of a group among its newest 500'],
  'apps/server/src/features/notifications/push-queries.ts': [1, 'one group, among its newest 500'],
  'apps/server/src/features/notifications/queries.ts': [2, 'stops at 100, among the newest 500'],
  'apps/server/src/features/search/queries.ts': [7, 'stops where the specification’s limit does'],
  'apps/server/src/features/second-factor/queries.ts': [1, 'once, by a command of the operator'],
  'apps/server/src/features/security/queries.ts': [1, 'ten recovery codes'],
  'apps/server/src/features/signing-key/queries.ts': [1, 'the connections there are'],
  'apps/server/src/features/suggestions/queries.ts': [3, 'a hundred of those whom a member follows, and twelve interests'],
  'apps/server/src/features/tags/queries.ts': [
    4,
    'stops where the specification’s limit does; of two dozen tags the newest fifty uses of each kind',
  ],
  'apps/server/src/jobs/queries.ts': [1, 'the jobs that one runner had taken'],
  'apps/server/src/visibility/forum.ts': [4, 'stops at a hundred, or what hidden members wrote and liked'],
  'apps/server/src/visibility/forum-polls.ts': [2, 'votes of hidden members'],
  'apps/server/src/visibility/comments.ts': [2, 'stops at a thousand below a comment'],
  'apps/server/src/visibility/photos.ts': [4, 'stops at a thousand below a post, at ten thousand of a member'],
  'apps/server/src/visibility/profiles.ts': [2, 'the viewer, and those whom they blocked'],
};

const counted = /\bcount\(\s*(?:\*|distinct\b|[a-z_]+\.[a-z_]+\s*\))/g;

/** How often each module counts rows one by one. */
export const countsIn = (modules: readonly Module[]): Record<string, number> =>
  Object.fromEntries(
    modules.map(({ path: at, text }) => [at, [...text.matchAll(counted)].length] as const).filter(([, times]) => times > 0),
  );
