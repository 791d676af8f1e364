'use no memo';

import { type ForumPost, likeForumPost, unlikeForumPost } from '@mbari/contract/forum/posts';
import { solveTopic } from '@mbari/contract/forum/topics';
import { number } from '@mbari/words/format';
import * as likeWords from '@mbari/words/forum-likes';
import * as words from '@mbari/words/forum-posts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Ellipsis, Flag, Heart, Link2, Pencil, Trash2 } from 'lucide-react';
import { forumLikeChanged, forumLikesCounted, topicSolved } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';
import type { TopicOfPost } from './post-article.tsx';

/** Omitted actions are not offered. */
export interface PostCallbacks {
  onReply?: ((post: ForumPost) => void) | undefined;
  onQuote?: ((post: ForumPost) => void) | undefined;
  onEdit?: ((post: ForumPost) => void) | undefined;
  menuItems?: ((post: ForumPost) => readonly MenuItem[]) | undefined;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface PostActionsProps extends PostCallbacks {
  post: ForumPost;
  topic: TopicOfPost;
}

export function PostActions({ post, topic, onReply, onQuote, onEdit, menuItems }: PostActionsProps) {
  const { viewer } = post;
  const deletion = useLazyDialog(async () => (await import('./delete-post-dialog.tsx')).DeletePostDialog);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const solve = useSolve(topic);
  const subject = { type: 'forum_post', id: post.id } as const;
  const isAnswer = topic.solved_post_id === post.id;
  const items: (MenuItem | false | undefined)[] = [
    { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(permalinkOf(topic, post)) },
    topic.may_solve &&
      post.number > 1 && {
        label: isAnswer ? words.unmarkAsAnswer : words.markAsAnswer,
        icon: <CircleCheck {...icon} />,
        onChoose: () => void solve(isAnswer ? null : post),
      },
    viewer.may_edit && onEdit && { label: words.edit, icon: <Pencil {...icon} />, onChoose: () => onEdit(post) },
    ...(menuItems?.(post) ?? []),
    viewer.may_report && { label: words.report, icon: <Flag {...icon} />, onChoose: report.open },
    viewer.may_delete && { label: words.deletePost, icon: <Trash2 {...icon} />, danger: true, onChoose: deletion.open },
  ];
  return (
    <div className="forum-post-actions">
      <ForumLikeButton post={post} />
      {viewer.may_reply && onReply && (
        <Button kind="text" onClick={() => onReply(post)}>
          {words.reply}
        </Button>
      )}
      {viewer.may_reply && onQuote && (
        <Button kind="text" onClick={() => onQuote(post)}>
          {words.quote}
        </Button>
      )}
      <Menu label={words.more({ number: post.number })} icon={<Ellipsis {...icon} />} items={items.filter((item) => !!item)} />
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {deletion.Dialog && <deletion.Dialog post={post} onClose={deletion.close} />}
    </div>
  );
}

/** Uses the post's number, which is never reused. */
const permalinkOf = ({ id, slug }: TopicOfPost, { number }: ForumPost): string =>
  `${location.origin}/forum/t/${id}/${encodeURIComponent(slug)}/${number}`;

interface Solvable {
  id: string;
  solved_post_id: string | null;
  solved_number: number | null;
}

function useSolve(topic: Solvable): (answer: { id: string; number: number } | null) => Promise<void> {
  const client = useQueryClient();
  const { solved_post_id: id, solved_number: number } = topic;
  return async (answer) => {
    topicSolved(client, topic.id, answer);
    try {
      await call(solveTopic, { params: { id: topic.id }, body: { post_id: answer?.id ?? null } });
    } catch (error) {
      topicSolved(client, topic.id, id === null || number === null ? null : { id, number });
      toast.error(errorMessage(error, words.solveFailed));
    }
  };
}

function ForumLikeButton({ post }: { post: ForumPost }) {
  const toggle = useLikeForumPost(post);
  return (
    <button
      type="button"
      className="forum-like"
      data-liked={post.is_liked || undefined}
      aria-pressed={post.is_liked}
      disabled={!post.viewer.may_like}
      onClick={toggle}
    >
      <Heart size={18} strokeWidth={1.6} aria-hidden="true" />
      <span className="sr-only">{likeWords.like}</span>
      {post.likes_count > 0 && <span>{number(post.likes_count)}</span>}
    </button>
  );
}

function useLikeForumPost(post: ForumPost): () => void {
  const client = useQueryClient();
  const { toggle } = useToggle({
    key: `like ${post.id}`,
    on: post.is_liked,
    show: (on) => forumLikeChanged(client, post.id, on),
    send: async (on) => {
      const { data } = await call(on ? likeForumPost : unlikeForumPost, { params: { id: post.topic_id, postId: post.id } });
      forumLikesCounted(client, post.id, data);
    },
    onRefused: (error) => toast.error(errorMessage(error, likeWords.likeFailed)),
  });
  return toggle;
}
