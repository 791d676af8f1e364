import type { Conversation } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/new-message';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ConversationAvatar } from '../conversation-avatar.tsx';
import { titleOf } from '../conversation-words.ts';
import { conversationsIn } from '../message-queries.ts';

const shown = 6;

/** Offers the newest conversations in which the viewer may write. */
export function RecentConversations({ onChoose }: { onChoose: (conversation: Conversation) => void }) {
  const { data } = useInfiniteQuery(conversationsIn('inbox'));
  const conversations = data?.pages.flatMap((page) => page.data).filter(({ viewer }) => viewer.may_write) ?? [];
  if (conversations.length === 0) return null;
  return (
    <section aria-labelledby="recent-conversations">
      <h2 id="recent-conversations" className="text-t15 font-semibold">
        {words.recent}
      </h2>
      <ul>
        {conversations.slice(0, shown).map((conversation) => (
          <li key={conversation.id}>
            <button type="button" className="recent-conversation" onClick={() => onChoose(conversation)}>
              <ConversationAvatar conversation={conversation} size={40} />
              <span className="min-w-0 truncate" dir="auto">
                {titleOf(conversation)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
