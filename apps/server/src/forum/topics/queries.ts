import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../../platform/member-views.ts';
import {
  firstUnread,
  forumPostListed,
  forumPostOpened,
  forumPostsCounted,
  forumPostVisible,
  isPinned,
  showsImages,
  topicThere,
  unreadCounted,
} from '../../platform/visibility/forum.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { forumTopics } from '../table.ts';

const shownOfTopic = forumTopics.pick('id', 'title', 'slug', 'photo_id', 'last_number', 'created_at', 'updated_at');

export interface LatestPost extends AuthorRow {
  id: string;
  number: number;
  created_at: string;
}

export type TopicRow = Row<typeof shownOfTopic> & {
  category_id: string;
  category_name: string;
  category_slug: string;
  category_color: string;
  is_locked: boolean;
  is_pinned: boolean;
  pinned_until: Date | null;
  solved_post_id: string | null;
  posts_count: number;
  views_count: number;
  latest_post: LatestPost | null;
  unread_posts_count: number;
  is_following: boolean;
  is_muted: boolean;
} & MaybeAuthorRow;

/** Expects the topic `t`, category `c`, author `m` and viewer's track `ft`. */
const topicColumns = `${shownOfTopic.of('t')}, t.category_id, c.name as category_name, c.slug as category_slug, c.color as category_color,
  t.locked_at is not null as is_locked, ${isPinned('t')} as is_pinned, case when ${isPinned('t')} then t.pinned_until end as pinned_until,
  (select s.id from forum_posts s where s.id = t.solved_post_id and ${forumPostVisible('$1', 's')}) as solved_post_id,
  ${forumPostsCounted('$1', 't')} as posts_count, coalesce(v.views_count, 0) as views_count,
  ${unreadCounted('$1', 't', 'coalesce(ft.read_number, 0)')} as unread_posts_count,
  coalesce(ft.is_following, false) as is_following, coalesce(ft.is_muted, false) as is_muted,
  (select to_jsonb(latest) from (
     select lp.id, lp.number, lp.created_at, ${authorColumns('lm')} from forum_posts lp join members lm on lm.id = lp.author_id
      where lp.topic_id = t.id and ${forumPostListed('$1', 'lp')} order by lp.id desc limit 1) latest) as latest_post,
  ${authorColumns('m')}`;

const topicJoins = `join forum_categories c on c.id = t.category_id
  left join members m on m.id = t.author_id and ${memberVisible('$1', 'm')}
  left join forum_topic_views v on v.topic_id = t.id
  left join forum_tracks ft on ft.topic_id = t.id and ft.member_id = $1`;

/** Unordered. The caller must have checked that the viewer may list the topics. */
export const listTopicRows = (db: Statements, viewerId: string, ids: readonly string[]): Promise<TopicRow[]> =>
  db.rows(
    `select ${topicColumns} from unnest($2::uuid[]) as input(id) join forum_topics t on t.id = input.id and ${topicThere('t')} ${topicJoins}`,
    [viewerId, ids],
  );

export type OpenedTopicRow = TopicRow & {
  /** Set even if the author is hidden from the viewer. */
  owner_id: string | null;
  first_unread: number | null;
  solved_number: number | null;
  others_count: number;
  has_images: boolean;
  opening_id: string;
  /** Null if hidden from the viewer. */
  body: string | null;
  body_html: string | null;
  html_version: number;
  version: number;
  has_poll: boolean;
};

/** Rises with each edit of the topic `t` or its opening `o`. */
const topicVersion = '(t.revision + o.revision - 1)';

export const findTopic = (db: Statements, viewerId: string, topicId: string): Promise<OpenedTopicRow | undefined> =>
  db.row(
    `select ${topicColumns}, t.author_id as owner_id, ${firstUnread('$1', 't', 'coalesce(ft.read_number, 0)')} as first_unread, t.others_count, ${showsImages('$1', 't')} as has_images,
            (select s.number from forum_posts s where s.id = t.solved_post_id and ${forumPostVisible('$1', 's')}) as solved_number,
            o.id as opening_id, o.html_version, ${topicVersion} as version, exists (select from forum_polls q where q.post_id = o.id) as has_poll,
            case when ${forumPostOpened('$1', 'o')} then o.body end as body, case when ${forumPostOpened('$1', 'o')} then o.body_html end as body_html
       from forum_topics t join forum_posts o on o.topic_id = t.id and o.number = 1 ${topicJoins}
      where t.id = $2 and ${topicThere('t')}`,
    [viewerId, topicId],
  );

const topicToChange = forumTopics.pick('id', 'author_id', 'others_count');

export interface TopicToChange extends Row<typeof topicToChange> {
  is_locked: boolean;
  opening_id: string;
}

export const findTopicToChange = (db: Statements, topicId: string): Promise<TopicToChange | undefined> =>
  db.row(
    `select ${topicToChange.of('t')}, t.locked_at is not null as is_locked, o.id as opening_id
       from forum_topics t join forum_posts o on o.topic_id = t.id and o.number = 1 where t.id = $1 and ${topicThere('t')}`,
    [topicId],
  );

export const newTopic = forumTopics.pick('id', 'author_id', 'category_id', 'title', 'slug', 'latest_post_id');

/** A new topic has an author, a category and an opening. */
export type NewTopic = Record<keyof Row<typeof newTopic>, string>;

/** Returns nothing if the category does not exist. The same transaction adds the opening. */
export const insertTopic = (tx: Statements, topic: NewTopic, photoId: string | null): Promise<{ id: string } | undefined> =>
  tx.row(
    `with topic as (select n.* from ${newTopic.from('$1')} n join members m on m.id = n.author_id and m.is_live for share of m)
     insert into forum_topics (${newTopic.names}, photo_id, last_number, posts_count)
     select ${newTopic.of('n')}, (select id from photos where id = $2), 1, 1 from topic n join forum_categories c on c.id = n.category_id returning id`,
    [newTopic.record(topic), photoId],
  );

/** Returns nothing if the topic or its opening was edited since `version`. */
export const lockTopicText = (tx: Statements, topicId: string, version?: number): Promise<{ id: string } | undefined> =>
  tx.row(
    `select t.id from forum_topics t join forum_posts o on o.topic_id = t.id and o.number = 1
      where t.id = $1 and ($2::int is null or ${topicVersion} = $2) for no key update of t, o`,
    [topicId, version ?? null],
  );

export const updateTitle = (tx: Statements, topicId: string, title: string, slug: string): Promise<number> =>
  tx.run('update forum_topics set title = $2, slug = $3, updated_at = now(), revision = revision + 1 where id = $1 and title <> $2', [
    topicId,
    title,
    slug,
  ]);

/** Returns 0 if others posted in the topic and no organiser deletes it. */
export const markTopicDeleted = (db: Statements, topicId: string, { isOrganiser }: { isOrganiser: boolean }): Promise<number> =>
  db.run(`update forum_topics t set deleted_at = now() where t.id = $1 and ${topicThere('t')} and ($2 or t.others_count = 0)`, [
    topicId,
    isOrganiser,
  ]);

/** Returns the post's author. Changes nothing unless the post is a reply in the topic and the viewer may read it. */
export const updateSolution = (
  db: Statements,
  viewerId: string,
  topicId: string,
  postId: string | null,
): Promise<{ answered_by: string | null } | undefined> =>
  db.row(
    `update forum_topics t set solved_post_id = $3, updated_at = now()
      where t.id = $2 and ${topicThere('t')}
        and ($3::uuid is null or exists (select from forum_posts p where p.id = $3 and p.topic_id = t.id and p.number > 1 and ${forumPostVisible('$1', 'p')}))
     returning (select p.author_id from forum_posts p where p.id = $3) as answered_by`,
    [viewerId, topicId, postId],
  );

/** Removes the author of 500 topics, and deletes the topics in which nobody else posted. */
export const anonymizeTopicsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from forum_topics where author_id = $1 order by id limit 500 for no key update)
     update forum_topics t
        set author_id = null, author_gone = false,
            deleted_at = case when t.others_count = 0 then coalesce(t.deleted_at, now()) else t.deleted_at end,
            title = case when t.others_count = 0 then '' else t.title end, slug = case when t.others_count = 0 then '-' else t.slug end
       from own where t.id = own.id`,
    [memberId],
  );

/** Erases 50 topics deleted a month ago, without an open report. Merged topics are erased with their target. */
export const deleteExpiredTopics = (db: Statements): Promise<number> =>
  db.run(
    `delete from forum_topics where id in (
       select id from forum_topics t where deleted_at < now() - interval '30 days' and merged_into is null
          and not exists (select from forum_posts p join reports r on r.forum_post_id = p.id and r.resolved_at is null where p.topic_id = t.id)
        order by deleted_at limit 50)`,
  );

export const moveTopicsToCategory = (tx: Statements, categoryId: string, toCategoryId: string): Promise<number> =>
  tx.run(
    `with own as materialized (select id from forum_topics where category_id = $1 order by id for no key update)
     update forum_topics t set category_id = $2 from own where t.id = own.id`,
    [categoryId, toCategoryId],
  );

export const clearCategoryOfDeletedTopics = (tx: Statements, categoryId: string): Promise<number> =>
  tx.run('update forum_topics set category_id = null where category_id = $1 and deleted_at is not null', [categoryId]);

/** Finds a category by name, slug or id, ignoring case. */
export const findForumCategory = (db: Statements, word: string): Promise<{ id: string } | undefined> =>
  db.row(
    `select id from forum_categories where id = coalesce(
       (select id from forum_categories where lower(name) = lower($1) or slug = lower($1) or id::text = lower($1) limit 1),
       (select category_id from former_forum_category_slugs where slug = lower($1)))`,
    [word],
  );

const splitTopic = forumTopics.pick(...newTopic.keys, 'created_at');

/** Inserts the topic as deleted, so that it stays hidden and uncounted until its posts have moved. */
export const insertSplitTopic = (tx: Statements, topic: NewTopic & { created_at: Date }): Promise<number> =>
  tx.run(`insert into forum_topics (${splitTopic.names}, deleted_at) select ${splitTopic.names}, now() from ${splitTopic.from('$1')}`, [
    splitTopic.record(topic),
  ]);

/** Blocks category deletion. Must precede locks of topics, as in category deletion. */
export const lockCategoryForKeyShare = async (tx: Statements, categoryId: string): Promise<boolean> =>
  (await tx.row('select from forum_categories where id = $1 for key share', [categoryId])) !== undefined;

/** Leaves out merged topics and those of erased accounts. */
export const lockDeletedTopic = (tx: Statements, topicId: string): Promise<{ category_id: string | null } | undefined> =>
  tx.row(
    `select t.category_id from forum_topics t
      where t.id = $1 and t.deleted_at is not null and t.merged_into is null and t.title <> '' for no key update`,
    [topicId],
  );

export const markTopicRestored = (tx: Statements, topicId: string, categoryId: string): Promise<number> =>
  tx.run('update forum_topics set deleted_at = null, category_id = $2 where id = $1', [topicId, categoryId]);
