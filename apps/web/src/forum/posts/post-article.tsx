'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { inPost } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { MarkdownHtml } from '~/forum/markdown/markdown-html.tsx';
import { parseHtml, wordsOf } from '~/forum/markdown/parse-html.ts';
import { AvatarWithPresence } from '~/platform/events/avatar-with-presence.tsx';
import { dayInSentence, relativeDate } from '~/platform/lib/dates.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { AnsweredPost } from './answered-post.tsx';
import { PostActions, type PostCallbacks } from './post-actions.tsx';
import './forum-posts.css';

/** Topic fields that posts show. Few, because all posts re-render on a change. */
export interface TopicOfPost {
  id: string;
  slug: string;
  solved_post_id: string | null;
  solved_number: number | null;
  may_solve: boolean;
}

interface PostArticleProps extends PostCallbacks {
  post: ForumPost;
  topic: TopicOfPost;
  belowBody?: ReactNode;
  editing?: ReactNode;
}

/** Memoized, because a page has many. */
export const PostArticle = memo(function PostArticle({ post, topic, belowBody, editing, ...callbacks }: PostArticleProps) {
  const { folded, show, shownRef } = useFold(post.author?.id, () => ownWordsOf(post.body_html));
  if (post.is_deleted || post.author === null)
    return (
      <article className="forum-post forum-post-deleted" aria-label={words.postNumber({ number: post.number })}>
        <p>{words.deletedPost}</p>
      </article>
    );
  if (folded)
    return (
      <article className="forum-post forum-post-deleted" aria-label={words.postNumber({ number: post.number })}>
        <p>
          <Folded why={inPost} onShow={show} />
        </p>
      </article>
    );
  const isAnswer = topic.solved_post_id === post.id;
  return (
    <article
      ref={shownRef}
      tabIndex={shownRef && -1}
      className="forum-post"
      data-opening={post.number === 1 || undefined}
      data-answer={isAnswer || undefined}
      aria-label={words.postBy({ name: post.author.name, number: post.number })}
    >
      <PostHead post={post} author={post.author} isAnswer={isAnswer} />
      {post.reply_to && <AnsweredPost topic={topic} answered={post.reply_to} />}
      {editing ?? <MarkdownHtml html={post.body_html} authorId={post.author.id} />}
      {belowBody}
      {editing === undefined && <PostActions post={post} topic={topic} {...callbacks} />}
    </article>
  );
});

/** The text without quotes, which fold separately. */
const ownWordsOf = (html: string): string =>
  parseHtml(html)
    .map((node) => wordsOf(node, true))
    .join(' ');

function PostHead({ post, author, isAnswer }: { post: ForumPost; author: NonNullable<ForumPost['author']>; isAnswer: boolean }) {
  const versions = useLazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
  const editedWhen = post.edited_at === null ? undefined : words.editedAndWhen({ when: dayInSentence(post.edited_at) });
  return (
    <header className="forum-post-head">
      <AvatarWithPresence member={author} size={36} />
      <div className="forum-post-by">
        <Link to="/user/$username" params={{ username: author.username }} className="forum-post-author" dir="auto">
          {author.name}
        </Link>
        <VerifiedBadge member={author} size={16} />
        <span className="forum-post-when">
          {post.number > 1 && `${words.postNumber({ number: post.number })} · `}
          <time dateTime={post.created_at}>{relativeDate(post.created_at)}</time>
          {post.edited_at !== null && (
            <>
              {' · '}
              {post.viewer.may_read_versions ? (
                <button type="button" className="forum-post-edited" title={editedWhen} onClick={versions.open}>
                  {words.edited}
                </button>
              ) : (
                <span title={editedWhen}>{words.edited}</span>
              )}
            </>
          )}
        </span>
      </div>
      {isAnswer && (
        <span className="forum-answer">
          <CircleCheck size={18} strokeWidth={1.8} aria-hidden="true" /> {words.answer}
        </span>
      )}
      {versions.Dialog && <versions.Dialog post={post} onClose={versions.close} />}
    </header>
  );
}
