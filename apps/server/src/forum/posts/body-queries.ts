import type { Statements } from '../../platform/db/database.ts';
import { forumPostVisible, topicThere } from '../../platform/visibility/forum.ts';
import { memberVisible } from '../../platform/visibility/members.ts';

export const listMembersByName = (db: Statements, viewerId: string, names: readonly string[]): Promise<{ username: string }[]> =>
  db.rows(
    `select m.username from members m
      where m.username = any($2::text[]) and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, names],
  );

/** Returns visible members by the name as written in the post. */
export const listMentionedMembers = (
  db: Statements,
  viewerId: string,
  postIds: readonly string[],
): Promise<{ post_id: string; name: string; username: string }[]> =>
  db.rows(
    `select n.post_id, n.name, m.username from forum_post_mentions n join members m on m.id = n.member_id
      where n.post_id = any($2::uuid[]) and ${memberVisible('$1', 'm')}`,
    [viewerId, postIds],
  );

export interface QuotedPostRow {
  id: string;
  topic_id: string;
  slug: string;
  number: number;
  author_name: string;
}

export const listQuotedPosts = (db: Statements, viewerId: string, postIds: readonly string[]): Promise<QuotedPostRow[]> =>
  db.rows(
    `select p.id, p.topic_id, t.slug, p.number, m.name as author_name
       from forum_posts p join forum_topics t on t.id = p.topic_id join members m on m.id = p.author_id
      where p.id = any($2::uuid[]) and ${topicThere('t')} and ${forumPostVisible('$1', 'p')}`,
    [viewerId, postIds],
  );
