'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import type { Author } from '@mbari/contract/people/members';
import * as words from '@mbari/words/topic-writing';
import { topicLocked } from '@mbari/words/unsent-words';
import { Lock, Reply as ReplyIcon } from 'lucide-react';
import type { OnFiles } from '~/forum/markdown/pending-images.ts';
import { catchTyping, useKeys } from '~/platform/lib/keyboard.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import type { useForms } from './use-forms.ts';
import type { Reply } from './use-reply.ts';
import './topic-writing.css';

export interface ReplyFormProps {
  topic: Topic;
  reply: Reply;
  participants: () => readonly Author[];
  onFiles?: OnFiles | undefined;
  onPosted: (post: ForumPost) => void;
}

interface DockedReplyProps extends ReplyFormProps {
  /** Null while loading. */
  forms: ReturnType<typeof useForms>;
}

/** In a locked topic, only organisers see the form. */
export function ReplyForm({ forms, ...props }: DockedReplyProps) {
  const { topic, reply } = props;
  if (!topic.viewer.may_reply)
    return (
      <>
        <p className="reply-locked">
          <Lock size={18} strokeWidth={1.6} aria-hidden="true" /> {words.locked}
        </p>
        {forms && <forms.UnsentDraft scope={`topic:${topic.id}`} title={topicLocked} />}
      </>
    );
  return (
    <div className="reply-dock">
      {forms && <forms.ReplyingLine topicId={topic.id} />}
      {reply.isOpen && forms ? <forms.OpenReply {...props} /> : <ReplyBar topic={topic} forms={forms} onOpen={reply.open} />}
    </div>
  );
}

function ReplyBar({ topic, forms, onOpen }: Pick<DockedReplyProps, 'topic' | 'forms'> & { onOpen: () => void }) {
  const { user } = useSession();
  const open = () => {
    catchTyping(words.yourReply);
    onOpen();
  };
  useKeys({ r: open });
  const name = topic.author?.name.split(' ')[0];
  return (
    <button type="button" className="reply-bar" onClick={open}>
      <Avatar src={user?.avatar_url} size={32} />
      <span className="reply-well" dir="auto">
        {name === undefined ? words.replyHere : words.replyTo({ name })}
        {forms && <forms.ResumedDraft place={`topic:${topic.id}`} />}
      </span>
      <span className={buttonClass({ className: 'reply-bar-button' })} aria-hidden="true">
        {words.reply}
      </span>
      <ReplyIcon className="reply-bar-icon" size={20} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
