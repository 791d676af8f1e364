import { notifyOfReplies } from '../../notifications/notify-of-forum-posts.ts';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import { oneInFlight } from '../../platform/db/one-in-flight.ts';
import { reportAutomatically } from '../../platform/reports/report-automatically.ts';
import { addPolls } from '../polls/add-polls.ts';
import { followWritten } from '../tracks/follow-written.ts';
import { addPostImages } from './image-queries.ts';
import type { PreparedPost } from './prepare-post.ts';
import type { ForumPostRow } from './queries.ts';
import { type AddedReply, addReplies } from './reply-queries.ts';
import { addForumMentions } from './set-forum-mentions.ts';

/** The reply as its writer reads it; null where it was not added. */
type AddReply = (topic: string, post: PreparedPost) => Promise<ForumPostRow | null>;

const shared = new WeakMap<Context, { ofMembers: AddReply; ofOrganisers: AddReply }>();

/**
 * Adds a reply, together with all that arrive in the same topic while it is being written to: one of them waits for the topic's row, and not each
 * behind the other. What organisers write is added separately, since it goes into locked topics as well.
 */
export function addReplyTogether(
  context: Context,
  topicId: string,
  post: PreparedPost,
  { mayBeLocked }: { mayBeLocked: boolean },
): Promise<ForumPostRow | null> {
  let known = shared.get(context);
  if (!known) {
    known = { ofMembers: oneInFlight(adding(context, false)), ofOrganisers: oneInFlight(adding(context, true)) };
    shared.set(context, known);
  }
  return (mayBeLocked ? known.ofOrganisers : known.ofMembers)(topicId, post);
}

const adding =
  (context: Context, mayBeLocked: boolean) =>
  async (topicId: string, posts: PreparedPost[]): Promise<(ForumPostRow | null)[]> => {
    try {
      return await addAll(context, topicId, posts, mayBeLocked);
    } catch (error) {
      if (!violates(error, 'forum_posts_key')) throw error;
      // One of them arrives on another node at this moment; alone, it is found there, and takes no other along.
      if (posts.length === 1) return [null];
      const rows: (ForumPostRow | null)[] = [];
      for (const post of posts) rows.push(...(await adding(context, mayBeLocked)(topicId, [post])));
      return rows;
    }
  };

/** Adds a reply of a member by itself, in a transaction. Answers whether the topic was there and open. */
export const addReplyIn = async (tx: Statements, topicId: string, post: PreparedPost): Promise<boolean> =>
  (await addAllIn(tx, topicId, [post], false)).size > 0;

async function addAllIn(
  tx: Statements,
  topicId: string,
  posts: readonly PreparedPost[],
  mayBeLocked: boolean,
): Promise<ReadonlyMap<string, AddedReply>> {
  const rows = await addReplies(tx, topicId, posts, { mayBeLocked });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const written = posts.filter(({ id }) => byId.has(id));
  if (written.length === 0) return byId;
  await addForumMentions(tx, written);
  const showing = written.filter(({ images }) => images.length > 0);
  if (showing.length > 0) await addPostImages(tx, showing);
  await addPolls(tx, written);
  await reportAutomatically(tx, 'forum_post', written);
  const isFollowed = await followWritten(
    tx,
    written.map(({ authorId }) => authorId),
    topicId,
  );
  await notifyOfReplies(tx, topicId, written, { isFollowed });
  for (const { id, authorId } of written) {
    tx.hint('post_added', topicId, id);
    tx.hint('replied', topicId, authorId);
  }
  return byId;
}

async function addAll({ db }: Context, topicId: string, posts: PreparedPost[], mayBeLocked: boolean): Promise<(ForumPostRow | null)[]> {
  const added = await db.transaction((tx) => addAllIn(tx, topicId, posts, mayBeLocked));
  return posts.map((post) => {
    const row = added.get(post.id);
    return row ? rowOf(row, post) : null;
  });
}

/** A reply as its author reads it before anybody else has. */
const rowOf = (added: AddedReply, { body, html, htmlVersion, poll }: PreparedPost): ForumPostRow => ({
  ...added,
  body,
  body_html: html,
  html_version: htmlVersion,
  revision: 1,
  has_poll: poll !== null,
  likes_count: 0,
  is_liked: false,
  is_visible: true,
  edited_at: null,
});
