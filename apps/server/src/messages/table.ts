import type { notices, Reaction } from '@mbari/contract/messages/messages';
import { boolean, bytes, integer, nullable, oneOf, searchDocument, smallint, table, text, time, uuid } from '../platform/db/table.ts';

export const conversations = table('conversations', {
  id: uuid,
  is_group: boolean,
  title: nullable(text),
  first_id: nullable(uuid),
  second_id: nullable(uuid),
  created_by: nullable(uuid),
  created_at: time,
  last_number: integer,
  version: integer,
  retention_days: nullable(smallint),
});

export const conversationMembers = table('conversation_members', {
  conversation_id: uuid,
  member_id: uuid,
  state: oneOf<'active' | 'requested' | 'declined' | 'left'>(),
  joined_at: time,
  first_number: integer,
  last_number: integer,
  last_at: time,
  read_number: integer,
  mailed_number: integer,
  mailed_at: nullable(time),
  is_muted: boolean,
  pinned_at: nullable(time),
});

export const messages = table('messages', {
  id: uuid,
  conversation_id: uuid,
  number: integer,
  version: integer,
  author_id: nullable(uuid),
  body: text,
  notice: nullable(oneOf<(typeof notices)[number]>()),
  notice_member: nullable(uuid),
  notice_title: nullable(text),
  notice_days: nullable(smallint),
  reply_to_id: nullable(uuid),
  shares: nullable(oneOf<'photo' | 'topic'>()),
  photo_id: nullable(uuid),
  topic_id: nullable(uuid),
  warning: nullable(text),
  send_key: nullable(text),
  send_digest: nullable(bytes),
  created_at: time,
  edited_at: nullable(time),
  taken_back_at: nullable(time),
  search: searchDocument,
});

export const messageImages = table('message_images', {
  image_id: uuid,
  member_id: nullable(uuid),
  message_id: nullable(uuid),
  position: smallint,
  alt: text,
  upload_key: nullable(text),
  upload_digest: nullable(bytes),
  created_at: time,
});

export const messageReactions = table('message_reactions', {
  message_id: uuid,
  member_id: uuid,
  reaction: oneOf<Reaction>(),
});
