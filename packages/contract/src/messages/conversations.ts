import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message as answerMessage, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { message, newMessage } from './messages.ts';

export const conversationLists = ['inbox', 'unread', 'requests'] as const;

/** Days after which a conversation may delete its messages. */
export const retentionDays = [30, 365] as const;

const number = z.number().int();

const participant = z.object({
  /** Null for a closed account. */
  user: author.nullable(),
  is_viewer: z.boolean(),
  /** The member has not answered the request yet. Also true after a refusal. */
  is_asked: z.boolean(),
  /** Number of the last message that the member read. Null if either side switched read receipts off, or the member was only asked. */
  read_number: number.nullable(),
});

export const conversation = z.object({
  id,
  is_group: z.boolean(),
  /** Title of a group. Null: show the names of its members. */
  title: z.string().nullable(),
  /** Members of the conversation in the order in which they joined, the viewer included. */
  members: z.array(participant).max(limits.conversationMembers),
  /** The viewer was asked and has not answered. The conversation shows text only. */
  is_request: z.boolean(),
  last_number: number,
  /** Version of the conversation, which every change raises. */
  version: number,
  /** Null if the viewer may read no message. */
  last_message: message.nullable(),
  last_at: dated,
  /** Number of messages that the viewer has not read, up to 100. */
  unread_count: number,
  read_number: number,
  is_muted: z.boolean(),
  is_pinned: z.boolean(),
  /** Days after which messages are deleted. Null: never. */
  retention_days: number.nullable(),
  viewer: z.object({
    /** False if the other account is closed, or the viewer has to accept the request first. */
    may_write: z.boolean(),
    may_add: z.boolean(),
    /** The viewer created the group. */
    may_remove: z.boolean(),
  }),
});
export type Conversation = z.infer<typeof conversation>;

const memberIds = z
  .array(id, because('membersNotList'))
  .min(1, because('conversationWithoutMembers'))
  .max(limits.conversationMembers - 1, because('conversationFull', { most: limits.conversationMembers }));

const title = text({ label: 'title', max: limits.conversationTitle });

export const listConversations = endpoint('listConversations', {
  method: 'GET',
  path: '/conversations',
  access: 'onboarded',
  summary: 'List the viewer’s conversations: pinned ones first, then the newest. Requests are listed apart.',
  shape: {
    query: z.object({
      list: z.enum(conversationLists, because('conversationListUnknown')).default('inbox'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(conversation), meta: z.object({ next_cursor: z.string().nullable() }) }),
  },
});

export const countConversations = endpoint('countConversations', {
  method: 'GET',
  path: '/conversations/counts',
  access: 'onboarded',
  summary: 'Count the viewer’s unread conversations, without muted ones, and the requests. Each count ends at 100.',
  shape: { answer: z.object({ data: z.object({ unread: number, requests: number }) }) },
});

export const startConversation = endpoint('startConversation', {
  method: 'POST',
  path: '/conversations',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Begin a conversation with its first message: with one member, whose existing conversation continues, or a group of up to eight. A retry with the same Idempotency-Key sends it once. The key with another request is refused.',
  refuses: ['not_found', 'forbidden', 'conflict', 'own_content', 'idempotency_key_reused'],
  shape: {
    body: z.object({
      member_ids: memberIds,
      is_group: z.boolean(because('settingNotYesOrNo', { field: 'group' })).default(false),
      title: title.optional(),
      message: newMessage,
    }),
    answer: z.object({ data: conversation, sent: message, message: z.string() }),
  },
});

export const readConversation = endpoint('readConversation', {
  method: 'GET',
  path: '/conversations/{id}',
  access: 'onboarded',
  summary: 'Read a conversation of the viewer, without its messages.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: conversation }) },
});

export const findConversation = endpoint('findConversation', {
  method: 'GET',
  path: '/users/{id}/conversation',
  access: 'onboarded',
  summary: 'Find the viewer’s conversation with a member, and whether the viewer may begin one.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    answer: z.object({
      data: z.object({
        user: author,
        conversation_id: id.nullable(),
        /** `request`: the member does not follow the viewer and is asked first. */
        may_write: z.enum(['yes', 'request', 'no']),
      }),
    }),
  },
});

export const updateConversation = endpoint('updateConversation', {
  method: 'PATCH',
  path: '/conversations/{id}',
  access: 'onboarded',
  takes: 'json',
  summary: 'Mute or pin a conversation for the viewer, or retitle a group or shorten the retention for all.',
  refuses: ['not_found', 'forbidden', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      is_muted: z.boolean(because('settingNotYesOrNo', { field: 'muted' })).optional(),
      is_pinned: z.boolean(because('settingNotYesOrNo', { field: 'pinned' })).optional(),
      title: title.nullable().optional(),
      /** Only shorter than now. */
      retention_days: z.literal(retentionDays, because('retentionUnknown')).optional(),
    }),
    answer: z.object({ data: conversation, message: z.string() }),
  },
});

export const answerRequest = endpoint('answerRequest', {
  method: 'POST',
  path: '/conversations/{id}/answer',
  access: 'onboarded',
  takes: 'json',
  summary: 'Accept or decline a request. The sender is not told.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({ accept: z.boolean(because('settingNotYesOrNo', { field: 'accept' })) }),
    answer: answerMessage,
  },
});

export const leaveConversation = endpoint('leaveConversation', {
  method: 'DELETE',
  path: '/conversations/{id}',
  access: 'onboarded',
  summary: 'Leave a group, or remove a conversation with one member from the viewer’s list with its history.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: answerMessage },
});

export const addParticipants = endpoint('addParticipants', {
  method: 'POST',
  path: '/conversations/{id}/members',
  access: 'onboarded',
  takes: 'json',
  summary: 'Add members to a group. They read messages from then on.',
  refuses: ['not_found', 'forbidden', 'conflict'],
  shape: { params: idParams, body: z.object({ member_ids: memberIds }), answer: z.object({ data: conversation, message: z.string() }) },
});

export const removeParticipant = endpoint('removeParticipant', {
  method: 'DELETE',
  path: '/conversations/{id}/members/{memberId}',
  access: 'onboarded',
  summary: 'Remove a member from a group: the member who created it.',
  refuses: ['not_found', 'forbidden', 'not_owner'],
  shape: { params: z.object({ id, memberId: id }), answer: answerMessage },
});

export const markConversationRead = endpoint('markConversationRead', {
  method: 'PUT',
  path: '/conversations/{id}/read',
  access: 'onboarded',
  takes: 'json',
  summary: 'Mark the messages up to a number as read. Requests stay unread.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({
      number: z
        .int(because('notWholeNumber', { field: 'number' }))
        .min(0, because('numberTooSmall', { field: 'number', least: 0 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'number' })),
    }),
    answer: z.object({}),
  },
});

export const sayTyping = endpoint('sayTyping', {
  method: 'POST',
  path: '/conversations/{id}/typing',
  access: 'onboarded',
  summary: 'Send a typing indicator to the other members. It lasts twelve seconds. Does nothing if the viewer switched it off.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({}) },
});
