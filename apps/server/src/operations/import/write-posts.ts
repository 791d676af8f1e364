import * as limits from '@mbari/contract/platform/limits';
import { possibleUsernames } from '@mbari/contract/platform/parse-text';
import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { asPlainText, htmlVersion, MarkdownTooComplex, type RenderedMarkdown } from '../../platform/markdown/markdown-renderer.ts';
import { MarkdownBusy } from '../../platform/markdown/markdown.ts';
import * as queries from './queries.ts';
import type { QueuedPost, StagedTopic } from './stage-queries.ts';

export interface ConvertedPost extends Omit<QueuedPost, 'author_id' | 'body'> {
  author_id: string | null;
  body: string;
  rendered: RenderedMarkdown;
}

export interface ConvertedTopic extends Omit<StagedTopic, 'category_id' | 'title'> {
  category_id: string;
  title: string;
}

/** A text over the renderer’s limits becomes plain text. */
export async function renderImported({ markdown }: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> {
  try {
    return await markdown.render(body);
  } catch (error) {
    if (error instanceof MarkdownTooComplex || error instanceof MarkdownBusy) return asPlainText(body);
    throw error;
  }
}

/** Writes the next posts in order, and their topics. Notifies nobody. */
export async function writePosts(tx: Statements, posts: readonly ConvertedPost[], topics: readonly ConvertedTopic[]): Promise<void> {
  const openings = new Map(posts.toReversed().map((post) => [post.topic_uuid, post]));
  await queries.insertTopics(
    tx,
    topics.map((topic) => ({
      ...{ id: topic.uuid, category_id: topic.category_id, title: topic.title, slug: slugOf(topic.title), views: topic.views },
      author_id: openings.get(topic.uuid)!.author_id,
      opening_id: openings.get(topic.uuid)!.uuid,
      locked_at: topic.is_locked ? topic.at : null,
      pinned_at: topic.is_pinned ? topic.at : null,
      pinned_until: topic.pinned_until,
      created_at: topic.at,
    })),
  );
  const lastNumbers = new Map(
    (
      await queries.lockTopics(
        tx,
        topics.map(({ uuid }) => uuid),
      )
    ).map((row) => [row.id, row.last_number]),
  );
  const numbered = posts.flatMap((post) => {
    const last = lastNumbers.get(post.topic_uuid);
    if (last === undefined) return [];
    lastNumbers.set(post.topic_uuid, last + 1);
    return [{ ...post, number: last + 1 }];
  });
  await insertPosts(tx, numbered);
  const ids = [...lastNumbers.keys()];
  const solutions = new Map(topics.map(({ uuid, solved_uuid }) => [uuid, solved_uuid]));
  await queries.updateTopics(
    tx,
    [...lastNumbers].map(([id, last_number]) => ({ id, last_number, solved_id: solutions.get(id) ?? null })),
  );
  await queries.recountTopics(tx, ids);
  const tagged = numbered.filter(({ number, rendered }) => number === 1 && rendered.tags.length > 0);
  await queries.insertUntaggedTopics(
    tx,
    tagged.map((post) => post.topic_uuid),
  );
  // Includes the posts of topics that were deleted here, so that no run tries them again.
  await queries.insertImportedRows(tx, [...topics.map(({ uuid }) => uuid), ...posts.map(({ uuid }) => uuid)]);
}

async function insertPosts(tx: Statements, posts: readonly (ConvertedPost & { number: number })[]): Promise<void> {
  const answered = posts.flatMap(({ reply_to_uuid: id }) => id ?? []);
  const written = new Set([...posts.map(({ uuid }) => uuid), ...(await queries.listPostIds(tx, answered)).map(({ id }) => id)]);
  await queries.insertPosts(
    tx,
    posts.map(({ uuid, topic_uuid, number, author_id, body, rendered, reply_to_uuid, at, edited_at }) => ({
      ...{ id: uuid, topic_id: topic_uuid, number, author_id, body, created_at: at, edited_at, html_version: htmlVersion },
      body_html: rendered.html,
      plain: rendered.plain,
      reply_to_id: reply_to_uuid !== null && written.has(reply_to_uuid) ? reply_to_uuid : null,
    })),
  );
  await queries.insertMentions(
    tx,
    posts.flatMap(({ uuid, rendered }) =>
      rendered.mentions.slice(0, limits.mentions).flatMap((mention) => possibleUsernames(mention).map((name) => ({ post_id: uuid, name }))),
    ),
  );
  await queries.insertPostImages(
    tx,
    posts.flatMap(({ uuid, rendered }) =>
      rendered.images.slice(0, limits.forumImages).map(({ id, alt }, index) => ({ post_id: uuid, position: index + 1, image_id: id, alt })),
    ),
  );
}
