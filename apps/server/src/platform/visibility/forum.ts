import * as limits from '@mbari/contract/limits';
import { blockedBy, hiddenFrom } from './members.ts';

/**
 * Who sees what of the forum. See members.ts. A topic belongs to all who write in it, so it is there for everybody who is given its
 * address; the words of somebody who is hidden from the viewer are not, and no list has what they began.
 */

/** Who went a moment ago: their posts and likes are in the counts still, until a job has taken them out. Usually nobody. */
const departing = 'select member_id from forum_departures where is_gone';

/** Those whose posts the viewer does not get: who is hidden from them, and who is departing. */
export const hiddenAuthors = (viewer: string): string => `(${hiddenFrom(viewer)} union ${departing})`;

/** The same for viewers of whom it is known that nobody is hidden from them. */
export const hiddenFromAll = `(${departing})`;

/** The topic `t` is there: neither deleted nor removed, nor begun by somebody who is gone and alone in it. */
export const topicThere = (t: string): string => `${t}.is_there`;

/** … and nobody who is hidden from the viewer began it: it may be listed for them. */
export const topicListed = (viewer: string, t: string): string =>
  `${topicThere(t)} and (${t}.author_id = any (array${hiddenFrom(viewer)})) is not true`;

/** The topic `t` stands before all others. */
export const isPinned = (t: string): string => `(${t}.pinned_at is not null and coalesce(${t}.pinned_until > now(), true))`;

/** The viewer wants to hear no more of the topic `t`, or of its category: it is left out of lists of all categories. */
export const topicMuted = (viewer: string, t: string): string =>
  `(exists (select from forum_tracks mt where mt.member_id = ${viewer} and mt.topic_id = ${t}.id and mt.is_muted)
    or exists (select from forum_category_tracks mc where mc.member_id = ${viewer} and mc.category_id = ${t}.category_id and mc.is_muted))`;

/** The viewer wants to hear no more of some topic or category. */
export const mutesAnyTopic = (viewer: string): string =>
  `(exists (select from forum_tracks mt where mt.member_id = ${viewer} and mt.is_muted)
    or exists (select from forum_category_tracks mc where mc.member_id = ${viewer} and mc.is_muted))`;

/** The topic `t` is new to the viewer, who follows its category (`fc`): another began it since, and they have not opened it. */
export const isNewTopic = (viewer: string, fc: string, t: string): string =>
  `(${topicListed(viewer, t)} and ${t}.created_at >= ${fc}.followed_at and ${t}.author_id is distinct from ${viewer}
    and not exists (select from forum_tracks nt where nt.member_id = ${viewer} and nt.topic_id = ${t}.id and (nt.read_number > 0 or nt.is_muted)))`;

/** The post `p` of a topic that is there may be read by the viewer, who has its address. */
export const forumPostVisible = (viewer: string, p: string): string =>
  `(${p}.is_there and (${p}.author_id = any (array(${blockedBy(viewer)} union all ${departing}))) is not true)`;

/** The author of the post `p`, deleted or not, is not hidden from the viewer. The viewer may be null. */
export const forumAuthorHeard = (viewer: string, p: string): string => `(${p}.author_id = any (array${hiddenAuthors(viewer)})) is not true`;

/** The post `p` may be listed for the viewer. Leaves out posts of muted members. */
export const forumPostListed = (viewer: string, p: string): string => `(${p}.is_there and ${forumAuthorHeard(viewer, p)})`;

/**
 * Organisers look at the post `p` for as long as a report of it is open, whoever is blocked or muted. They read it in its topic and work with
 * it as organisers do; for all else, counts too, it is as hidden from them as it was.
 */
const underReview = (viewer: string, p: string): string =>
  `(${p}.is_there and exists (select from members organiser where organiser.id = ${viewer} and organiser.role <> 'member')
    and ${p}.author_id <> all (array(${departing})) and exists (select from reports r where r.forum_post_id = ${p}.id and r.resolved_at is null))`;

/** The post `p` may be opened by its address: it is visible, or under review. */
export const forumPostOpened = (viewer: string, p: string): string => `(${forumPostVisible(viewer, p)} or ${underReview(viewer, p)})`;

/** The post `p` stands in its topic for the viewer: it is listed, or under review. */
export const forumPostShown = (viewer: string, p: string): string => `(${forumPostListed(viewer, p)} or ${underReview(viewer, p)})`;

/** The post `p` is gone, and others answered it: its place is kept. */
export const isTombstone = (viewer: string, p: string): string =>
  `(not ${p}.is_there and exists (select from forum_posts answer where answer.reply_to_id = ${p}.id and answer.topic_id = ${p}.topic_id
      and ${forumPostListed(viewer, 'answer')}))`;

/** The post `p` shows an image: an index knows those alone. */
export const postShowsImages = (p: string): string => `${p}.body_html like '%<mb-photo %'`;

/** A post of the topic `t` that the viewer can list shows an image. */
export const showsImages = (viewer: string, t: string): string =>
  `exists (select from forum_posts ip where ip.topic_id = ${t}.id and ${forumPostListed(viewer, 'ip')} and ${postShowsImages('ip')})`;

/** The image `i`, uploaded for the forum, stands in a post that is there: whoever reads that may see it. */
export const uploadShown = (i: string): string =>
  `exists (select from forum_post_images fi join forum_posts fp on fp.id = fi.post_id and fp.is_there
             join forum_topics ft on ft.id = fp.topic_id and ${topicThere('ft')} where fi.image_id = ${i}.id)`;

/**
 * The posts of the topic `t` that the viewer can list: the kept count without those of hidden authors. In a long topic each of those is looked for; a
 * short one is read, since hidden authors may be more than its posts.
 */
export const forumPostsCounted = (viewer: string, t: string): string =>
  `(${t}.posts_count - case when ${t}.posts_count > 300
     then (select count(*) from ${hiddenAuthors(viewer)} h(id) cross join lateral (
             select from forum_posts hp where hp.topic_id = ${t}.id and hp.author_id = h.id and hp.is_there offset 0) hp)
     else (select count(*) from forum_posts hp
            where hp.topic_id = ${t}.id and hp.is_there and hp.author_id = any (array${hiddenAuthors(viewer)})) end)::int`;

/** What of the topic `t` the viewer has not read: posts behind `number`, but their own and those that they cannot list. */
const unreadBehind = (viewer: string, t: string, number: string, hidden: string): string =>
  `forum_posts up where up.topic_id = ${t}.id and up.number > ${number} and up.is_there
    and up.author_id <> ${viewer} and up.author_id <> all (array${hidden})`;

/** How many those are, up to a hundred. */
export const unreadCounted = (viewer: string, t: string, number: string, hidden = hiddenAuthors(viewer)): string =>
  `(select count(*)::int from (select from ${unreadBehind(viewer, t, number, hidden)} limit ${limits.unreadPosts}) unread)`;

/** There is any. Where that is asked of many topics, each is one look into an index. */
export const hasUnread = (viewer: string, t: string, number: string, hidden = hiddenAuthors(viewer)): string =>
  `((select true from ${unreadBehind(viewer, t, number, hidden)} limit 1) is not null)`;

/** The number of the first of them; null where all is read. */
export const firstUnread = (viewer: string, t: string, number: string): string =>
  `(select up.number from ${unreadBehind(viewer, t, number, hiddenAuthors(viewer))} order by up.number limit 1)`;

/** Topics with something new: those that the viewer follows, and of the newest in categories that they follow those not opened yet. */
export const unreadTopics = (viewer: string, hidden = hiddenAuthors(viewer)): string =>
  `select t.id, t.category_id from forum_tracks ft join forum_topics t on t.id = ft.topic_id
    where ft.member_id = ${viewer} and ft.is_following and ${topicListed(viewer, 't')} and not ${topicMuted(viewer, 't')}
      and ${hasUnread(viewer, 't', 'ft.read_number', hidden)}
   union
   select t.id, t.category_id from forum_category_tracks fc cross join lateral (
       select t.* from forum_topics t where t.category_id = fc.category_id and ${topicThere('t')} order by t.id desc limit 100) t
    where fc.member_id = ${viewer} and fc.is_following and ${isNewTopic(viewer, 'fc', 't')}`;

/** The likes of the post `p` that the viewer can list. */
export const forumLikesCounted = (viewer: string, p: string): string =>
  `(${p}.likes_count - (select count(*) from forum_post_likes l
     where l.post_id = ${p}.id and l.is_counted and l.member_id = any (array${hiddenAuthors(viewer)})))::int`;
