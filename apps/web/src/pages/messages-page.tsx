import type { conversationLists } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/messages';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConversationList } from '~/messages/conversation-list.tsx';
import { Conversation } from '~/messages/conversation.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import '~/messages/messages.css';

/** The list of conversations and the open one, side by side. Phones show one of them. */
export function MessagesPage() {
  const { id } = useParams({ from: '/shell/messages/{-$id}' });
  const [list, setList] = useState<(typeof conversationLists)[number]>('inbox');
  useEffect(() => {
    if (id === undefined) setPageTitle(words.title);
  }, [id]);
  return (
    <div className="messages" data-open={id !== undefined || undefined}>
      <section className="conversations" aria-label={words.conversations}>
        <ConversationList list={list} onChoose={setList} onSearch={() => undefined} />
      </section>
      {id === undefined ? <p className="messages-none">{words.chooseConversation}</p> : <Conversation key={id} id={id} />}
    </div>
  );
}
