'use no memo';

import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onHint } from '~/platform/lib/hints.ts';
import { retryUntilSuccess } from '~/platform/lib/retry-until-success.ts';
import { toast } from '~/platform/lib/toast.ts';
import { fetchMessages, loadedMessages, type PageOf } from './message-queries.ts';
import { type MessageWindow, openedWindow, withChanges, withNewer, withOlder } from './message-window.ts';
import { onSent } from './send-unsent.ts';

/** Message to scroll to. `turn` distinguishes repeated jumps. */
export interface Target {
  number: number | 'end';
  turn: number;
}

type Side = 'older' | 'newer';

/** The loaded messages, kept up to date. Scrolling adds pages at both ends; a jump replaces them. */
export function useMessageWindow({ id, version, last_number: lastNumber }: Conversation) {
  const client = useQueryClient();
  const [options] = useState(() => {
    const { queryKey, ...rest } = loadedMessages(id);
    const loaded = client.getQueryData(queryKey);
    // Earlier messages would open at their end, and not at the first unread one.
    if (loaded !== undefined && (loaded.version !== version || loaded.hasNewer)) client.removeQueries({ queryKey, exact: true });
    else if (loaded !== undefined) client.setQueryData(queryKey, { ...loaded, firstUnread: null });
    return { queryKey, ...rest };
  });
  const query = useQuery(options);
  const loaded = query.data;
  const change = (update: (loaded: MessageWindow) => MessageWindow) =>
    client.setQueryData(options.queryKey, (before) => before && update(before));
  useChanges(client, id, loaded !== undefined && version > loaded.version ? version : null);
  const put = (message: Message) => {
    if (message.conversation_id !== id) return;
    change((before) => withChanges(before, [message], before.version));
  };
  const putSent = useEffectEvent(put);
  useEffect(() => onSent((message) => putSent(message)), []);

  const [target, setTarget] = useState<Target>({ number: 'end', turn: 0 });
  const [loading, setLoading] = useState<{ side: Side; failed: boolean } | null>(null);
  const isLoading = useRef(false);
  const jumps = useRef(0);

  const load = async (side: Side): Promise<void> => {
    const edge = side === 'older' ? loaded?.messages[0] : loaded?.messages.at(-1);
    if (edge === undefined || isLoading.current) return;
    isLoading.current = true;
    setLoading({ side, failed: false });
    const turn = jumps.current;
    try {
      const page = await fetchMessages(id, side === 'older' ? { before: edge.number } : { after: edge.number });
      // A jump replaced the messages meanwhile.
      if (turn === jumps.current) change((before) => (side === 'older' ? withOlder(before, page) : withNewer(before, page)));
      setLoading(null);
    } catch {
      setLoading({ side, failed: true });
    } finally {
      isLoading.current = false;
    }
  };

  const jump = async (number: number | 'end'): Promise<void> => {
    const turn = (jumps.current += 1);
    try {
      if (loaded !== undefined && !isLoaded(loaded, number)) {
        const of: PageOf = number === 'end' ? { before: lastNumber + 1 } : { around: number };
        const page = await fetchMessages(id, of);
        if (turn !== jumps.current) return;
        change(({ firstUnread }) => ({ ...openedWindow(page), firstUnread }));
      }
      setTarget({ number, turn });
    } catch {
      toast.error(words.jumpFailed);
    }
  };

  return { loaded, query, target, loading, load, jump, put };
}

function isLoaded({ messages, hasOlder, hasNewer }: MessageWindow, number: number | 'end'): boolean {
  if (number === 'end') return !hasNewer;
  return (number >= (messages[0]?.number ?? 0) || !hasOlder) && (number <= (messages.at(-1)?.number ?? 0) || !hasNewer);
}

/** Fetches changes at each hint, after hints may have been missed, and when the conversation has a newer version than its messages. */
function useChanges(client: QueryClient, id: string, version: number | null): void {
  const reading = useRef<ReturnType<typeof retryUntilSuccess>>(null);
  useEffect(() => {
    const { queryKey } = loadedMessages(id);
    const { begin, end } = retryUntilSuccess(() => client.refetchQueries({ queryKey, exact: true }, { throwOnError: true }));
    reading.current = { begin, end };
    const forget = onHint(({ event, id: hinted }) => {
      if (event === 'refresh' || (event === 'messages' && hinted === id)) begin();
      // A block may have changed which messages of a group exist for the viewer.
      else if (event === 'messages' && hinted === undefined) void client.resetQueries({ queryKey, exact: true });
    });
    return () => {
      end();
      forget();
    };
  }, [client, id]);
  useEffect(() => {
    if (version !== null) reading.current?.begin();
  }, [version]);
}
