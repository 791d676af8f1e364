import * as limits from '@mbari/contract/limits';
import { readingsOf } from '@mbari/contract/mentions';
import { htmlVersion, type RenderedMarkdown } from '../../adapters/markdown-renderer.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { newId } from '../../ids.ts';
import type { SendKey } from '../../send-key.ts';
import { markdownTexts, type Screened, screenNew } from '../filters/screen.ts';
import { requireOwnImages } from '../forum-images/require-own-images.ts';
import { type PreparedPoll, preparePoll, type WrittenPoll } from '../forum-polls/prepare-poll.ts';
import { renderBody } from '../markdown/render-body.ts';
import type { NewPost } from './queries.ts';

interface Written {
  author: Pick<Viewer, 'id' | 'role'>;
  /** Of the topic that it opens. */
  title?: string | undefined;
  body: string;
  replyTo?: string | undefined;
  poll?: WrittenPoll | null | undefined;
  key: SendKey | null;
  /** Organisers have looked at its words and links. */
  isApproved?: boolean;
}

/** With what of the list of words and links it has, and all that it says. */
export type PreparedPost = NewPost & Screened & { poll: PreparedPoll | null; said: string };

/** What a member wrote, rendered and ready to be kept. Refuses what goes beyond any use of Markdown, and images that are not theirs. */
export async function preparePost(
  context: Context,
  { author, title, body, replyTo, poll, key, isApproved = false }: Written,
): Promise<PreparedPost> {
  const prepared = poll ? preparePoll(context, poll) : null;
  const rendered = await renderBody(context, body);
  const texts = { title, body: markdownTexts({ body, ...rendered }), poll: [poll?.question, ...(poll?.choices ?? [])].join('\n') };
  const screened = isApproved ? { listed: null, toReview: null } : await screenNew(context, author, texts);
  await requireOwnImages(context.db, author.id, rendered.images);
  const said = Object.values(texts).join('\n');
  return {
    id: newId(),
    authorId: author.id,
    body,
    ...keptForm(rendered),
    replyTo: replyTo ?? null,
    poll: prepared,
    key,
    said,
    ...screened,
  };
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
