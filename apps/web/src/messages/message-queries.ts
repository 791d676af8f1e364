import {
  type Conversation,
  type conversationLists,
  findConversation,
  listConversations,
  markConversationRead,
  readConversation,
} from '@mbari/contract/messages/conversations';
import { listMessages, type Message, searchMessages } from '@mbari/contract/messages/messages';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import {
  type DataTag,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { itemsOf, rewriteCached, withChanged } from '~/platform/lib/query-cache.ts';
import {
  conversationCountsKey,
  conversationKey,
  conversationListKey,
  conversationsKey,
  conversationWithKey,
  foundMessagesKey,
  messagesKey,
} from '~/platform/lib/query-keys.ts';
import { type MessageWindow, openedWindow, withChanges } from './message-window.ts';

export type ConversationList = (typeof conversationLists)[number];

/** Milliseconds between polls of the open conversation and its list while no live stream is connected. */
const pollPause = 15_000;

/** Long pages, because a changed list is fetched with all its pages. */
const perPage = String(limits.perPageMax);

export const conversationsIn = (list: ConversationList) =>
  infiniteQueryOptions({
    queryKey: conversationListKey(list),
    queryFn: ({ pageParam, signal }) =>
      call(listConversations, { query: { list, per_page: perPage, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchInterval: () => pollEvery(pollPause),
    refetchIntervalInBackground: false,
  });

export const conversationById = (id: string) =>
  queryOptions({
    queryKey: conversationKey(id),
    queryFn: async ({ signal }) => (await call(readConversation, { params: { id }, signal })).data,
    refetchInterval: ({ state: { status } }) => status === 'success' && pollEvery(pollPause),
    refetchIntervalInBackground: false,
  });

/** Finds a conversation in the loaded lists. */
export const findListed = (client: QueryClient, id: string): Conversation | undefined =>
  client
    .getQueriesData<InfiniteData<AnswerOf<typeof listConversations>>>({ queryKey: conversationsKey })
    .flatMap(([, list]) => itemsOf(list?.pages === undefined ? undefined : list))
    .find((conversation) => conversation.id === id);

/** The viewer's conversation with a member, and whether the viewer may begin one. */
export const conversationWith = (memberId: string) =>
  queryOptions({
    queryKey: conversationWithKey(memberId),
    queryFn: async ({ signal }) => (await call(findConversation, { params: { id: memberId }, signal })).data,
    staleTime: 0,
  });

export const foundMessages = (q: string, conversationId?: string) =>
  infiniteQueryOptions({
    queryKey: foundMessagesKey({ q, ...(conversationId !== undefined && { conversation: conversationId }) }),
    queryFn: ({ pageParam, signal }) =>
      call(searchMessages, {
        query: {
          q,
          ...(conversationId !== undefined && { conversation_id: conversationId }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export type MessagesPage = AnswerOf<typeof listMessages>;
export type PageOf = { before: number } | { after: number } | { around: number } | { since: number } | Record<string, never>;

export const fetchMessages = (conversationId: string, of: PageOf, signal?: AbortSignal): Promise<MessagesPage> =>
  call(listMessages, {
    params: { id: conversationId },
    query: {
      ...Object.fromEntries(Object.entries(of).map(([name, number]) => [name, String(number)])),
      per_page: String(limits.perPageMax),
    },
    ...(signal && { signal }),
  });

/**
 * The loaded messages of a conversation: at first from the first unread one, later with what changed since. `use-message-window.ts`
 * adds pages.
 */
export const loadedMessages = (conversationId: string) => {
  const queryKey: DataTag<QueryKey, MessageWindow> = messagesKey(conversationId) as DataTag<QueryKey, MessageWindow>;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const loaded = client.getQueryData(queryKey);
      if (loaded === undefined) return openedWindow(await fetchMessages(conversationId, {}, signal));
      const { messages, version, isTooMuch } = await fetchChanges(conversationId, loaded.version, signal);
      if (isTooMuch) return reloaded(conversationId, loaded, signal);
      // Pages may have been added meanwhile.
      return withChanges(client.getQueryData(queryKey) ?? loaded, messages, version);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** Maximum number of pages of changes. After more, as after days offline, the page around the last message is loaded instead. */
const mostPages = 3;

async function fetchChanges(conversationId: string, since: number, signal: AbortSignal) {
  const messages: Message[] = [];
  let version = since;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { data, meta } = await fetchMessages(conversationId, { since: version }, signal);
    messages.push(...data);
    if (!meta.has_newer) return { messages, version: meta.version, isTooMuch: false };
    version = data.at(-1)?.version ?? meta.version;
  }
  return { messages, version, isTooMuch: true };
}

async function reloaded(conversationId: string, { messages, firstUnread }: MessageWindow, signal: AbortSignal): Promise<MessageWindow> {
  const around = messages.at(-1)?.number ?? 1;
  return { ...openedWindow(await fetchMessages(conversationId, { around }, signal)), firstUnread };
}

/** Fetches one changed conversation and moves it to its place in the inbox, instead of fetching the whole list. */
export async function refreshListed(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = conversationsIn('inbox');
  const conversation = await client.fetchQuery({ ...conversationById(id), staleTime: 0 }).catch(() => null);
  if (conversation === null || conversation.is_request) return void client.invalidateQueries({ queryKey: conversationsKey });
  client.setQueryData(queryKey, (list) => list && { ...list, pages: placed(list.pages, conversation) });
  for (const list of ['unread', 'requests'] as const) void client.invalidateQueries({ queryKey: conversationListKey(list) });
}

type InboxPages = InfiniteData<AnswerOf<typeof listConversations>>['pages'];

/** Pinned conversations come first, then the newest. A place behind the loaded pages is left to the next page. */
function placed(pages: InboxPages, conversation: Conversation): InboxPages {
  const others = pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== conversation.id) }));
  const comesAfter = (other: Conversation) =>
    other.is_pinned === conversation.is_pinned ? other.last_at <= conversation.last_at : conversation.is_pinned;
  const at = others.findIndex(({ data }) => data.some(comesAfter));
  const into = at === -1 && others.at(-1)?.meta.next_cursor === null ? others.length - 1 : at;
  return others.map((page, index) => {
    if (index !== into) return page;
    const place = page.data.findIndex(comesAfter);
    return { ...page, data: page.data.toSpliced(place === -1 ? page.data.length : place, 0, conversation) };
  });
}

/** Shows a changed conversation everywhere, and refetches the lists and counts, whose order may have changed. */
export function conversationChanged(client: QueryClient, conversation: Conversation): void {
  client.setQueryData(conversationById(conversation.id).queryKey, conversation);
  void client.invalidateQueries({ queryKey: conversationsKey });
}

/** Refetches a conversation that the viewer accepted, which shows its images, or to which they sent a message elsewhere. */
export function conversationOutdated(client: QueryClient, id: string): void {
  for (const queryKey of [conversationKey(id), messagesKey(id), conversationsKey]) void client.invalidateQueries({ queryKey });
}

/** The viewer left or declined the conversation. */
export function conversationGone(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: messagesKey(id) });
  client.removeQueries({ queryKey: conversationKey(id), type: 'inactive' });
  void client.invalidateQueries({ queryKey: conversationsKey });
}

/** Marks messages as read, optimistically. A lost request is repeated when the next message is seen. */
export async function markRead(client: QueryClient, id: string, number: number): Promise<void> {
  const read = (data: unknown) =>
    withChanged(data, (value) => (isConversation(value) ? (value.id === id ? readUpTo(value, number) : value) : undefined));
  for (const queryKey of [conversationsKey, conversationKey(id)]) rewriteCached(client, { queryKey }, read);
  await call(markConversationRead, { params: { id }, body: { number } });
  void client.invalidateQueries({ queryKey: conversationCountsKey });
}

const readUpTo = (conversation: Conversation, number: number): Conversation =>
  number <= conversation.read_number
    ? conversation
    : { ...conversation, read_number: number, ...(number >= conversation.last_number && { unread_count: 0 }) };

const isConversation = (value: object): value is Conversation => 'is_group' in value && 'last_number' in value;
