import type { NewPollBody } from '@mbari/contract/forum/polls';
import * as limits from '@mbari/contract/platform/limits';
import { possibleUsernames } from '@mbari/contract/platform/parse-text';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { SendKey } from '../../platform/http/form.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { htmlVersion, type RenderedMarkdown } from '../../platform/markdown/markdown-renderer.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { markdownTexts, type Screened, screenNew } from '../../platform/screening/screen.ts';
import { type PreparedPoll, preparePoll } from '../polls/vote-in-poll.ts';
import { deleteMentions, deleteMentionsOf, insertMentions, type PostWithMentions } from './body-queries.ts';
import type { NewPost } from './queries.ts';
import { requireOwnImages } from './upload-image.ts';

interface PostInput {
  author: Pick<Viewer, 'id' | 'role'>;
  /** Set for an opening only. */
  title?: string | undefined;
  body: string;
  replyTo?: string | undefined;
  poll?: NewPollBody | null | undefined;
  key: SendKey | null;
  /** An organiser approved the post, so its words are not screened again. */
  isApproved?: boolean;
}

/** A validated post with the result of screening, and its complete text. */
export type PreparedPost = NewPost & Screened & { poll: PreparedPoll | null; text: string };

/** Renders and validates a new post. Rejects excessive Markdown and images of other members. */
export async function preparePost(
  context: Context,
  { author, title, body, replyTo, poll, key, isApproved = false }: PostInput,
): Promise<PreparedPost> {
  const prepared = poll ? preparePoll(context, poll) : null;
  const rendered = await renderBody(context, body);
  const texts = { title, body: markdownTexts({ body, ...rendered }), poll: [poll?.question, ...(poll?.choices ?? [])].join('\n') };
  const screened = isApproved ? { listed: null, toReview: null } : await screenNew(context, author, texts);
  await requireOwnImages(context.db, author.id, rendered.images);
  const text = Object.values(texts).join('\n');
  return {
    id: newId(),
    authorId: author.id,
    body,
    ...renderedFields(rendered),
    replyTo: replyTo ?? null,
    poll: prepared,
    key,
    text,
    ...screened,
  };
}

export const renderedFields = ({
  html,
  plain,
  mentions,
  images,
  tags,
}: RenderedMarkdown): Pick<NewPost, 'html' | 'htmlVersion' | 'plain' | 'mentions' | 'images' | 'tags'> => ({
  html,
  htmlVersion,
  plain,
  mentions: mentions.slice(0, limits.mentions).map((mention) => possibleUsernames(mention)),
  images,
  tags,
});

export async function addForumMentions(tx: Statements, posts: readonly PostWithMentions[]): Promise<void> {
  const postsWithMentions = posts.filter(({ mentions }) => mentions.length > 0);
  if (postsWithMentions.length > 0) await insertMentions(tx, postsWithMentions);
}

/** Returns the ids of members mentioned before the edit. */
export async function replaceForumMentions(tx: Statements, post: PostWithMentions): Promise<string[]> {
  const previousMemberIds = await deleteMentions(tx, post.id);
  await addForumMentions(tx, [post]);
  return previousMemberIds;
}

export const eraseForumMentions = (db: Statements, memberId: string): Promise<number> => deleteMentionsOf(db, memberId);
