import type { challengeAudiences, challengeMethods } from '@mbari/contract/photos/challenges';
import type { CritiqueCategory } from '@mbari/contract/photos/critique';
import type { workStates } from '@mbari/contract/photos/exhibitions';
import type { ImportItemState, ImportSource, ImportState } from '@mbari/contract/photos/imports';
import type { Audience, CameraData, License } from '@mbari/contract/photos/post-fields';
import type { Reason } from '@mbari/contract/platform/endpoint';
import {
  bigint,
  boolean,
  bytes,
  float,
  integer,
  integers,
  json,
  nullable,
  oneOf,
  searchDocument,
  smallint,
  table,
  text,
  texts,
  time,
  uuid,
} from '../platform/db/table.ts';
import type { ArchiveEntry } from './imports/archive.ts';

// migrations/0001_schema.sql documents each column.

export const categories = table('categories', {
  id: uuid,
  name: text,
  slug: text,
  position: integer,
  leaving_at: nullable(time),
  moves_to: nullable(uuid),
  revision: integer,
});

export const formerCategorySlugs = table('former_category_slugs', {
  slug: text,
  category_id: uuid,
});

export const followedCategories = table('followed_categories', {
  member_id: uuid,
  category_id: uuid,
});

export const followedTags = table('followed_tags', {
  member_id: uuid,
  tag: text,
  name: text,
});

export const images = table('images', {
  id: uuid,
  member_id: nullable(uuid),
  kind: text,
  width: integer,
  height: integer,
  color: text,
  thumbhash: bytes,
  widths: integers,
  avif_widths: integers,
  bytes: bigint,
  created_at: time,
  deleted_at: nullable(time),
  webp_bytes: integers,
});

export const photos = table('photos', {
  id: uuid,
  member_id: uuid,
  category_id: nullable(uuid),
  title: text,
  description: nullable(text),
  location_name: nullable(text),
  likes_count: integer,
  comments_count: integer,
  upload_key: nullable(text),
  created_at: time,
  updated_at: time,
  deleted_at: nullable(time),
  removed_at: nullable(time),
  search: searchDocument,
  heat: float,
  version: bigint,
  license: nullable(oneOf<License>()),
  revision: integer,
  upload_digest: nullable(bytes),
  audience: nullable(oneOf<Audience>()),
  archived_at: nullable(time),
  publish_at: nullable(time),
  publish_failed_at: nullable(time),
  scheduled_id: nullable(uuid),
  is_there: boolean,
  warning: nullable(text),
  warning_entry_id: nullable(uuid),
  place_key: nullable(text),
  is_comparison: boolean,
  taken_at: nullable(time),
});

/** The columns that the author writes. They are read, written and shown together. */
export const authored = photos.pick('title', 'description', 'location_name', 'license', 'audience', 'warning', 'is_comparison');

export const photoImages = table('photo_images', {
  photo_id: uuid,
  position: smallint,
  image_id: uuid,
  alt: text,
  camera: nullable(json<CameraData>()),
  proposals_count: integer,
});

export const altProposals = table('alt_proposals', {
  id: uuid,
  image_id: uuid,
  member_id: uuid,
  text: text,
  state: oneOf<'open' | 'accepted' | 'closed'>(),
  created_at: time,
});

export const savedPosts = table('saved_posts', {
  member_id: uuid,
  photo_id: uuid,
  saved_at: time,
});

export const peopleShown = table('people_shown', {
  photo_id: uuid,
  member_id: uuid,
  state: oneOf<'asked' | 'accepted' | 'refused'>(),
  created_at: time,
  image_id: nullable(uuid),
  x: nullable(float),
  y: nullable(float),
});

export const series = table('series', {
  id: uuid,
  member_id: uuid,
  title: text,
  body: text,
  body_html: text,
  cover_id: nullable(uuid),
  completed_at: nullable(time),
  announced_at: nullable(time),
  created_at: time,
  revision: integer,
  removed_at: nullable(time),
});

export const seriesPhotos = table('series_photos', {
  series_id: uuid,
  photo_id: uuid,
  position: integer,
});

export const photoImports = table('photo_imports', {
  id: uuid,
  member_id: uuid,
  source: oneOf<ImportSource>(),
  state: oneOf<ImportState>(),
  settings: json<ImportSettings>(),
  problem: nullable(json<Reason>()),
  created_at: time,
  finished_at: nullable(time),
});

/** Category by id. `series`: id of the series of each album that becomes one. */
export interface ImportSettings {
  audience?: Audience | '';
  license?: License | '';
  category?: string;
  show_camera?: boolean;
  series?: Record<string, string>;
}

export const photoImportFiles = table('photo_import_files', {
  import_id: uuid,
  position: smallint,
  name: text,
  bytes: bigint,
  received_bytes: bigint,
});

export const photoImportItems = table('photo_import_items', {
  import_id: uuid,
  position: integer,
  external_id: text,
  title: text,
  description: text,
  taken_at: nullable(time),
  media: json<ImportMedia[]>(),
  warning: nullable(text),
  albums: texts,
  chosen: boolean,
  state: oneOf<ImportItemState>(),
  photo_id: nullable(uuid),
  problem: nullable(json<Reason>()),
  preview: nullable(bytes),
});

/** An image of an item: its place in an archive, or its address. */
export type ImportMedia = { alt: string } & (ArchiveEntry | { url: string });

/** Ids of posts and wall texts, in order. */
export interface StoredRoom {
  title: string;
  text: string;
  items: ({ photo_id: string } | { text: string })[];
}

export const exhibitions = table('exhibitions', {
  id: uuid,
  title: text,
  body: text,
  body_html: text,
  opens_at: nullable(time),
  closes_at: nullable(time),
  rooms: json<StoredRoom[]>(),
  topic_id: nullable(uuid),
  announced_at: nullable(time),
  created_at: time,
  revision: integer,
  removed_at: nullable(time),
});

export const exhibitionCurators = table('exhibition_curators', {
  exhibition_id: uuid,
  member_id: uuid,
  accepted_at: nullable(time),
});

export const exhibitionWorks = table('exhibition_works', {
  exhibition_id: uuid,
  photo_id: uuid,
  member_id: uuid,
  state: oneOf<(typeof workStates)[number]>(),
});

export const challenges = table('challenges', {
  id: uuid,
  member_id: nullable(uuid),
  title: text,
  body: text,
  body_html: text,
  rules: text,
  cover_id: nullable(uuid),
  topic_id: nullable(uuid),
  starts_at: time,
  entries_end_at: time,
  voting_end_at: time,
  entries_each: smallint,
  open_to: oneOf<(typeof challengeAudiences)[number]>(),
  method: oneOf<(typeof challengeMethods)[number]>(),
  counted_at: nullable(time),
  votes_count: nullable(integer),
  announced_at: nullable(time),
  results_announced_at: nullable(time),
  created_at: time,
  revision: integer,
});

export const challengeEntries = table('challenge_entries', {
  id: uuid,
  challenge_id: uuid,
  photo_id: uuid,
  image_id: uuid,
  member_id: uuid,
  entered_at: time,
  views_count: integer,
  turn: float,
  place: nullable(integer),
  score: nullable(float),
  low: nullable(float),
  high: nullable(float),
  tally: nullable(integers),
  mention: nullable(text),
});

export const challengeVotes = table('challenge_votes', {
  id: uuid,
  challenge_id: uuid,
  member_id: nullable(uuid),
  entry_id: uuid,
  other_id: nullable(uuid),
  choice: nullable(smallint),
  is_ignored: boolean,
  created_at: time,
});

export const challengeFeedback = table('challenge_feedback', {
  id: uuid,
  entry_id: uuid,
  member_id: uuid,
  text,
  created_at: time,
  removed_at: nullable(time),
});

export const likes = table('likes', {
  photo_id: uuid,
  member_id: uuid,
  created_at: time,
});

export const comments = table('comments', {
  id: uuid,
  photo_id: uuid,
  member_id: nullable(uuid),
  content: text,
  created_at: time,
  deleted_at: nullable(time),
  likes_count: integer,
  removed_at: nullable(time),
  thread_id: nullable(uuid),
  reply_to_id: nullable(uuid),
  replies_count: integer,
  send_key: nullable(text),
  send_digest: nullable(bytes),
  is_critique: boolean,
  image_id: nullable(uuid),
  x: nullable(float),
  y: nullable(float),
  helpful_at: nullable(time),
});

export const critiques = table('critiques', {
  photo_id: uuid,
  id: uuid,
  category: oneOf<CritiqueCategory>(),
  question: text,
  asked_at: time,
  closed_at: nullable(time),
  is_hidden: boolean,
  critics_count: integer,
  first_at: nullable(time),
});

export const commentLikes = table('comment_likes', {
  comment_id: uuid,
  member_id: uuid,
  created_at: time,
});

export const commentMentions = table('comment_mentions', {
  comment_id: uuid,
  member_id: uuid,
});

export const categoryTallies = table('category_tallies', {
  category_id: uuid,
  member_id: uuid,
  photos_count: integer,
  audience: nullable(oneOf<Audience>()),
});

export const categoryCounts = table('category_counts', {
  category_id: uuid,
  part: smallint,
  photos_count: integer,
});

export const tags = table('tags', {
  key: text,
  uses_count: integer,
});

export const photoTags = table('photo_tags', {
  tag: text,
  photo_id: uuid,
  name: text,
});

export const untaggedPosts = table('untagged_posts', {
  photo_id: nullable(uuid),
  topic_id: nullable(uuid),
});
