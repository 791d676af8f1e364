import { type CommentInConversation, listReplies } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/critique';
import { inComment } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Ellipsis, Flag, Reply, Square, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { LinkedText } from '~/platform/text/linked-text.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import { useCritiqueChanges } from './critique-queries.ts';
import { placeOf } from './pin-places.ts';
import type { NumberedThread } from './pins.tsx';
import { WriteCritique } from './write-critique.tsx';

interface CritiqueThreadItemProps {
  photo: Photo;
  thread: NumberedThread;
  isOpen: boolean;
  mayReply: boolean;
  mayMark: boolean;
  onOpen: () => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A pin's thread. Open: with its replies. */
export function CritiqueThreadItem({ photo, thread, isOpen, mayReply, mayMark, onOpen }: CritiqueThreadItemProps) {
  const { id, number, pin, is_helpful: isHelpful, replies_count: count } = thread;
  const [isReplying, setReplying] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const [earlier, setEarlier] = useState<CommentInConversation[]>([]);
  const { markHelpful, send } = useCritiqueChanges(photo.id);
  const mark = useAction(() => markHelpful(id, !isHelpful), words.saveFailed);
  const more = useAction(async () => {
    const { data } = await call(listReplies, { params: { id }, query: { per_page: '50', cursor: thread.replies_cursor! } });
    setEarlier(data);
  }, words.loadFailed);
  const known = new Set(thread.replies.map((reply) => reply.id));
  const replies = [...thread.replies, ...earlier.filter((reply) => !known.has(reply.id))].toReversed();
  const author = thread.user?.name ?? words.deleted;
  return (
    <li id={`comment-${id}`} className="critique-thread" data-open={isOpen || undefined}>
      <button
        type="button"
        className="critique-number"
        aria-expanded={isOpen}
        aria-label={number !== null && pin ? words.pinNumber({ number, place: placeOf(pin) }) : words.onWhole}
        onClick={onOpen}
      >
        <span>{number ?? <Square {...icon} />}</span>
      </button>
      <div className="min-w-0">
        {thread.user ? (
          <CritiqueText photo={photo} comment={{ ...thread, user: thread.user }} />
        ) : (
          <p className="comment-gone">{words.deleted}</p>
        )}
        {isOpen && (
          <>
            {thread.replies_cursor !== null && earlier.length === 0 && (
              <Button kind="text" className="-ms-2" onClick={() => void more.run()}>
                {words.moreReplies}
              </Button>
            )}
            <ol className="critique-replies">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <CritiqueText photo={photo} comment={reply} />
                </li>
              ))}
            </ol>
          </>
        )}
        <div className="critique-actions">
          {mayMark && !thread.is_deleted ? (
            <button type="button" className="critique-mark" aria-pressed={isHelpful} onClick={() => void mark.run()}>
              <CircleCheck {...icon} />
              {isHelpful ? words.helpful : words.markHelpful}
            </button>
          ) : (
            isHelpful && (
              <span className="critique-mark" data-helpful>
                <CircleCheck {...icon} />
                {words.helpful}
              </span>
            )
          )}
          {mayReply && !thread.is_deleted && (
            <button
              ref={replyButton}
              type="button"
              className="critique-mark"
              aria-label={words.replyTo({ author })}
              onClick={() => setReplying(!isReplying)}
            >
              <Reply {...icon} />
              {words.reply}
            </button>
          )}
          {!isOpen && count > 0 && (
            <button type="button" className="critique-mark" onClick={onOpen}>
              {words.replies({ count })}
            </button>
          )}
        </div>
        {isReplying && (
          <WriteCritique
            label={words.replyTo({ author })}
            onSend={async (content) => {
              await send(content, { replyTo: id });
              if (!isOpen) onOpen();
            }}
            onClose={() => {
              setReplying(false);
              replyButton.current?.focus();
            }}
          />
        )}
      </div>
    </li>
  );
}

/** The words of a member, with a menu to report or delete them. */
function CritiqueText({ photo, comment }: { photo: Photo; comment: CommentInConversation }) {
  const { id, user, content, viewer } = comment;
  const { folded, show, shownRef } = useFold(user.id, () => content);
  const subject = { type: 'comment', id } as const;
  const [isConfirming, setConfirming] = useState(false);
  const { remove } = useCritiqueChanges(photo.id);
  const removal = useAction(() => remove(id), words.saveFailed);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  if (folded)
    return (
      <p className="comment-gone">
        <Folded why={inComment} onShow={show} />
      </p>
    );
  const items = [
    ...(viewer.may_report ? [{ label: words.report, icon: <Flag {...icon} />, onChoose: report.open }] : []),
    ...(viewer.may_delete
      ? [{ label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: () => setConfirming(true), danger: true }]
      : []),
  ];
  return (
    <article ref={shownRef} className="critique-text">
      <Avatar src={user.avatar_url} size={24} />
      <p className="critique-by">
        <Link to="/user/$username" params={{ username: user.username }} dir="auto">
          {user.name}
        </Link>
        <VerifiedBadge member={user} size={16} />
        <time dateTime={comment.created_at}>{relativeDate(comment.created_at)}</time>
      </p>
      {items.length > 0 && <Menu label={words.actions({ author: user.name })} icon={<Ellipsis {...icon} />} items={items} />}
      <p className="critique-words" dir="auto">
        <LinkedText text={content} mentions={comment.mentions} />
      </p>
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {isConfirming && (
        <ConfirmDialog
          title={words.deleteAction}
          question={words.deleteQuestion}
          action={words.deleteAction}
          onConfirm={() => {
            setConfirming(false);
            void removal.run();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </article>
  );
}
