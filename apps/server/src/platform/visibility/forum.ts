import * as limits from '@mbari/contract/platform/limits';
import { blockedBy, hiddenFrom } from './members.ts';

/**
 * Visibility in the forum. See members.ts. A topic belongs to all who write in it, so anybody may open it by its address,
 * but without posts of hidden members. Lists leave out topics that hidden members began.
 */

/** Members who just left: stored counts include them until a job has recounted. Usually empty. */
const departing = 'select member_id from forum_departures where is_gone';

/** Members whose posts the viewer does not see: hidden or just left. */
export const hiddenAuthors = (viewer: string): string => `(${hiddenFrom(viewer)} union ${departing})`;

/** `hiddenAuthors` for viewers who hide nobody. */
export const hiddenFromAll = `(${departing})`;

/** The topic `t` is neither deleted nor removed, and still has an author. */
export const topicThere = (t: string): string => `${t}.is_there`;

export const topicListed = (viewer: string, t: string): string =>
  `${topicThere(t)} and (${t}.author_id = any (array${hiddenFrom(viewer)})) is not true`;

export const isPinned = (t: string): string => `(${t}.pinned_at is not null and coalesce(${t}.pinned_until > now(), true))`;

/** The viewer muted the topic `t` or its category, so lists across categories leave it out. */
export const topicMuted = (viewer: string, t: string): string =>
  `(exists (select from forum_tracks mt where mt.member_id = ${viewer} and mt.topic_id = ${t}.id and mt.is_muted)
    or exists (select from forum_category_tracks mc where mc.member_id = ${viewer} and mc.category_id = ${t}.category_id and mc.is_muted))`;

export const mutesAnyTopic = (viewer: string): string =>
  `(exists (select from forum_tracks mt where mt.member_id = ${viewer} and mt.is_muted)
    or exists (select from forum_category_tracks mc where mc.member_id = ${viewer} and mc.is_muted))`;

/** The topic `t` is new in a category that the viewer follows (`fc`): begun by another member after the follow, and not opened. */
export const isNewTopic = (viewer: string, fc: string, t: string): string =>
  `(${topicListed(viewer, t)} and ${t}.created_at >= ${fc}.followed_at and ${t}.author_id is distinct from ${viewer}
    and not exists (select from forum_tracks nt where nt.member_id = ${viewer} and nt.topic_id = ${t}.id and (nt.read_number > 0 or nt.is_muted)))`;

/** The viewer may read the post `p` by its address. */
export const forumPostVisible = (viewer: string, p: string): string =>
  `(${p}.is_there and (${p}.author_id = any (array(${blockedBy(viewer)} union all ${departing}))) is not true)`;

/** The author of the post `p`, deleted or not, is not hidden from the viewer. The viewer may be null. */
export const forumAuthorHeard = (viewer: string, p: string): string => `(${p}.author_id = any (array${hiddenAuthors(viewer)})) is not true`;

/** The viewer may list the post `p`. Leaves out posts of muted members. */
export const forumPostListed = (viewer: string, p: string): string => `(${p}.is_there and ${forumAuthorHeard(viewer, p)})`;

/**
 * Organisers may read the post `p` while a report of it is open, despite blocks and mutes. Counts and lists
 * still leave it out.
 */
const underReview = (viewer: string, p: string): string =>
  `(${p}.is_there and exists (select from members organiser where organiser.id = ${viewer} and organiser.role <> 'member')
    and ${p}.author_id <> all (array(${departing})) and exists (select from reports r where r.forum_post_id = ${p}.id and r.resolved_at is null))`;

/** The post `p` may be opened by its address: visible or under review. */
export const forumPostOpened = (viewer: string, p: string): string => `(${forumPostVisible(viewer, p)} or ${underReview(viewer, p)})`;

/** The post `p` is shown in its topic: listed or under review. */
export const forumPostShown = (viewer: string, p: string): string => `(${forumPostListed(viewer, p)} or ${underReview(viewer, p)})`;

/** The post `p` is deleted but has listed replies, so a placeholder stays. */
export const isTombstone = (viewer: string, p: string): string =>
  `(not ${p}.is_there and exists (select from forum_posts answer where answer.reply_to_id = ${p}.id and answer.topic_id = ${p}.topic_id
      and ${forumPostListed(viewer, 'answer')}))`;

/** The post `p` shows an image. Matches a partial index. */
export const postShowsImages = (p: string): string => `${p}.body_html like '%<mb-photo %'`;

export const showsImages = (viewer: string, t: string): string =>
  `exists (select from forum_posts ip where ip.topic_id = ${t}.id and ${forumPostListed(viewer, 'ip')} and ${postShowsImages('ip')})`;

export const uploadShown = (i: string): string =>
  `exists (select from forum_post_images fi join forum_posts fp on fp.id = fi.post_id and fp.is_there
             join forum_topics ft on ft.id = fp.topic_id and ${topicThere('ft')} where fi.image_id = ${i}.id)`;

/**
 * Posts of the topic `t` that the viewer can list: the stored count minus those of hidden authors. Searches a long
 * topic by hidden author; reads a short topic completely, because hidden authors may outnumber its posts.
 */
export const forumPostsCounted = (viewer: string, t: string): string =>
  `(${t}.posts_count - case when ${t}.posts_count > 300
     then (select count(*) from ${hiddenAuthors(viewer)} h(id) cross join lateral (
             select from forum_posts hp where hp.topic_id = ${t}.id and hp.author_id = h.id and hp.is_there offset 0) hp)
     else (select count(*) from forum_posts hp
            where hp.topic_id = ${t}.id and hp.is_there and hp.author_id = any (array${hiddenAuthors(viewer)})) end)::int`;

/** Posts of the topic `t` after `number` by others that the viewer can list. */
const unreadBehind = (viewer: string, t: string, number: string, hidden: string): string =>
  `forum_posts up where up.topic_id = ${t}.id and up.number > ${number} and up.is_there
    and up.author_id <> ${viewer} and up.author_id <> all (array${hidden})`;

/** Number of unread posts, up to a hundred. */
export const unreadCounted = (viewer: string, t: string, number: string, hidden = hiddenAuthors(viewer)): string =>
  `(select count(*)::int from (select from ${unreadBehind(viewer, t, number, hidden)} limit ${limits.unreadPostCount}) unread)`;

/** There is an unread post: one index lookup per topic. */
export const hasUnread = (viewer: string, t: string, number: string, hidden = hiddenAuthors(viewer)): string =>
  `((select true from ${unreadBehind(viewer, t, number, hidden)} limit 1) is not null)`;

export const firstUnread = (viewer: string, t: string, number: string): string =>
  `(select up.number from ${unreadBehind(viewer, t, number, hiddenAuthors(viewer))} order by up.number limit 1)`;

/** Topics with unread posts: followed topics, and unopened topics among the newest in followed categories. */
export const unreadTopics = (viewer: string, hidden = hiddenAuthors(viewer)): string =>
  `select t.id, t.category_id from forum_tracks ft join forum_topics t on t.id = ft.topic_id
    where ft.member_id = ${viewer} and ft.is_following and ${topicListed(viewer, 't')} and not ${topicMuted(viewer, 't')}
      and ${hasUnread(viewer, 't', 'ft.read_number', hidden)}
   union
   select t.id, t.category_id from forum_category_tracks fc cross join lateral (
       select t.* from forum_topics t where t.category_id = fc.category_id and ${topicThere('t')} order by t.id desc limit 100) t
    where fc.member_id = ${viewer} and fc.is_following and ${isNewTopic(viewer, 'fc', 't')}`;

export const forumLikesCounted = (viewer: string, p: string): string =>
  `(${p}.likes_count - (select count(*) from forum_post_likes l
     where l.post_id = ${p}.id and l.is_counted and l.member_id = any (array${hiddenAuthors(viewer)})))::int`;

/** Visibility of poll votes. A poll is visible with its post (forum.ts). */

export const voteListed = (viewer: string, v: string): string =>
  `(${v}.is_counted and ${v}.member_id <> all (array${hiddenAuthors(viewer)}))`;

/** Votes for the choice `c` that the viewer can list: the stored count minus the votes of hidden members. */
export const votesCounted = (viewer: string, c: string): string =>
  `(${c}.votes_count - (select count(*) from forum_poll_votes hv
     where hv.choice_id = ${c}.id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;

export const votersCounted = (viewer: string, q: string): string =>
  `(${q}.voters_count - (select count(distinct hv.member_id) from forum_poll_votes hv
     where hv.post_id = ${q}.post_id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;
