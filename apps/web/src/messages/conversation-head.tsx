import type { Conversation } from '@mbari/contract/messages/conversations';
import { open } from '@mbari/words/conversation-details';
import * as words from '@mbari/words/messages';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis, Search } from 'lucide-react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { ConversationAvatar } from './conversation-avatar.tsx';
import { othersIn, titleOf } from './conversation-words.ts';
import '~/platform/ui/parts.css';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface ConversationHeadProps {
  conversation: Conversation;
  typing: string | null;
  onSearch: () => void;
}

export function ConversationHead({ conversation, typing, onSearch }: ConversationHeadProps) {
  const { is_group: isGroup, members, retention_days: days } = conversation;
  const details = useLazyDialog(async () => (await import('./details/conversation-details.tsx')).ConversationDetails);
  const other = isGroup ? undefined : othersIn(conversation)[0]?.user;
  const title = titleOf(conversation);
  return (
    <header className="conversation-head">
      <Link to="/messages" className="icon-button conversation-back" aria-label={words.back} title={words.back}>
        <ArrowLeft {...icon} />
      </Link>
      <ConversationAvatar conversation={conversation} size={40} />
      <div className="min-w-0 flex-1">
        <h1 className="conversation-title truncate" tabIndex={-1} dir="auto">
          {other ? (
            <Link to="/user/$username" params={{ username: other.username }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h1>
        <p className="conversation-facts parts">
          {typing !== null ? (
            <span className="truncate">{typing}</span>
          ) : (
            <>
              {other && (
                <span className="truncate" dir="ltr">
                  @{other.username}
                </span>
              )}
              {isGroup && <span>{words.membersCount({ count: members.length })}</span>}
              {days !== null && <span className="truncate">{words.keptFor({ days })}</span>}
            </>
          )}
        </p>
      </div>
      <IconButton label={words.searchIn} onClick={onSearch}>
        <Search {...icon} />
      </IconButton>
      <IconButton label={open} aria-haspopup="dialog" onClick={details.open}>
        <Ellipsis {...icon} />
      </IconButton>
      {details.Dialog && <details.Dialog conversation={conversation} onClose={details.close} />}
    </header>
  );
}
