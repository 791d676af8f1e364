import {
  boolean,
  bytes,
  float,
  integer,
  nullable,
  searchDocument,
  smallint,
  table,
  text,
  time,
  uuid,
  uuids,
} from '../platform/db/table.ts';

// Forum tables. migrations/0001_schema.sql documents each column.

export const forumCategories = table('forum_categories', {
  id: uuid,
  name: text,
  slug: text,
  description: text,
  color: text,
  position: integer,
  created_at: time,
  revision: integer,
});

export const formerForumCategorySlugs = table('former_forum_category_slugs', {
  slug: text,
  category_id: uuid,
});

export const forumTopics = table('forum_topics', {
  id: uuid,
  category_id: nullable(uuid),
  author_id: nullable(uuid),
  title: text,
  slug: text,
  photo_id: nullable(uuid),
  last_number: integer,
  posts_count: integer,
  others_count: integer,
  likes_count: integer,
  latest_post_id: nullable(uuid),
  solved_post_id: nullable(uuid),
  locked_at: nullable(time),
  pinned_at: nullable(time),
  pinned_until: nullable(time),
  author_gone: boolean,
  created_at: time,
  updated_at: time,
  deleted_at: nullable(time),
  removed_at: nullable(time),
  is_there: boolean,
  search: searchDocument,
  score: float,
  merged_into: nullable(uuid),
  revision: integer,
});

export const forumPosts = table('forum_posts', {
  id: uuid,
  topic_id: uuid,
  number: integer,
  author_id: nullable(uuid),
  body: text,
  body_html: text,
  html_version: smallint,
  plain: text,
  reply_to_id: nullable(uuid),
  likes_count: integer,
  reply_key: nullable(text),
  author_gone: boolean,
  created_at: time,
  edited_at: nullable(time),
  deleted_at: nullable(time),
  is_there: boolean,
  search: searchDocument,
  revision: integer,
  reply_digest: nullable(bytes),
});

export const forumPostVersions = table('forum_post_versions', {
  post_id: uuid,
  version: integer,
  body: text,
  edited_by: nullable(uuid),
  written_at: time,
});

export const forumPostLikes = table('forum_post_likes', {
  post_id: uuid,
  member_id: uuid,
  is_counted: boolean,
  created_at: time,
});

export const forumPostMentions = table('forum_post_mentions', {
  post_id: uuid,
  name: text,
  member_id: uuid,
});

export const forumPostImages = table('forum_post_images', {
  post_id: uuid,
  position: smallint,
  photo_id: nullable(uuid),
  image_id: nullable(uuid),
  alt: text,
});

export const forumUploads = table('forum_uploads', {
  image_id: uuid,
  member_id: uuid,
  alt: text,
  upload_key: nullable(text),
  named_at: time,
  created_at: time,
  upload_digest: nullable(bytes),
});

export const forumPolls = table('forum_polls', {
  post_id: uuid,
  question: text,
  several: boolean,
  closes_at: nullable(time),
  voters_count: integer,
});

export const forumPollChoices = table('forum_poll_choices', {
  id: uuid,
  post_id: uuid,
  position: smallint,
  text: text,
  votes_count: integer,
});

export const forumPollVotes = table('forum_poll_votes', {
  post_id: uuid,
  choice_id: uuid,
  member_id: uuid,
  is_counted: boolean,
  created_at: time,
});

export const forumTracks = table('forum_tracks', {
  member_id: uuid,
  topic_id: uuid,
  read_number: integer,
  is_following: boolean,
  is_muted: boolean,
  followed_at: nullable(time),
  was_read: boolean,
});

export const forumCategoryTracks = table('forum_category_tracks', {
  member_id: uuid,
  category_id: uuid,
  is_following: boolean,
  is_muted: boolean,
  followed_at: time,
});

export const forumTopicViews = table('forum_topic_views', {
  topic_id: uuid,
  views_count: integer,
});

export const forumDrafts = table('forum_drafts', {
  member_id: uuid,
  topic_id: nullable(uuid),
  category_id: nullable(uuid),
  post_id: nullable(uuid),
  title: text,
  body: text,
  version: integer,
  updated_at: time,
  image_ids: uuids,
});

export const forumDepartures = table('forum_departures', {
  member_id: uuid,
  is_gone: boolean,
  turn: integer,
  started_at: time,
});

export const forumCategoryCounts = table('forum_category_counts', {
  category_id: uuid,
  part: smallint,
  topics_count: integer,
  posts_count: integer,
});

export const forumAuthorCounts = table('forum_author_counts', {
  author_id: uuid,
  category_id: uuid,
  posts_count: integer,
});

export const forumMovedPosts = table('forum_moved_posts', {
  topic_id: uuid,
  number: integer,
  post_id: uuid,
});

export const forumTopicTags = table('forum_topic_tags', {
  tag: text,
  topic_id: uuid,
  name: text,
});
