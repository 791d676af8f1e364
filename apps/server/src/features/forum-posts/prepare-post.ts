import * as limits from '@mbari/contract/limits';
import { readingsOf } from '@mbari/contract/mentions';
import { htmlVersion, type RenderedMarkdown } from '../../adapters/markdown-renderer.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import { requireOwnImages } from '../forum-images/require-own-images.ts';
import { type PreparedPoll, preparePoll, type WrittenPoll } from '../forum-polls/prepare-poll.ts';
import { renderBody } from '../markdown/render-body.ts';
import type { NewPost } from './queries.ts';

interface Written {
  authorId: string;
  body: string;
  replyTo?: string | undefined;
  poll?: WrittenPoll | null | undefined;
  key: string | null;
}

export type PreparedPost = NewPost & { poll: PreparedPoll | null };

/** What a member wrote, rendered and ready to be kept. Refuses what goes beyond any use of Markdown, and images that are not theirs. */
export async function preparePost(context: Context, { authorId, body, replyTo, poll, key }: Written): Promise<PreparedPost> {
  const prepared = poll ? preparePoll(context, poll) : null;
  const rendered = await renderBody(context, body);
  await requireOwnImages(context.db, authorId, rendered.images);
  return { id: newId(), authorId, body, ...keptForm(rendered), replyTo: replyTo ?? null, poll: prepared, key };
}

/** A text as its row keeps it, with the usernames that each @ may mean. */
export const keptForm = ({
  html,
  plain,
  mentions,
  images,
  tags,
}: RenderedMarkdown): Pick<NewPost, 'html' | 'htmlVersion' | 'plain' | 'mentions' | 'images' | 'tags'> => ({
  html,
  htmlVersion,
  plain,
  mentions: mentions.slice(0, limits.mentions).map((written) => readingsOf(written)),
  images,
  tags,
});
