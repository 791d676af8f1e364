'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { CircleCheck, Ellipsis, Flag, Link2, Pencil, Trash2 } from 'lucide-react';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';
import { ForumLikeButton } from './forum-like-button.tsx';
import type { TopicOfPost } from './topic-of-post.ts';
import { useSolve } from './use-solve.ts';

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
