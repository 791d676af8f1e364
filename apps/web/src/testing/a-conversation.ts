import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import type { Author } from '@mbari/contract/people/members';
import { aMember } from './a-member.ts';

export const anAuthor = (name: string): Author => ({
  id: name,
  name,
  username: name.toLowerCase(),
  avatar_url: null,
  profile: { profile_image: null },
  subscription: { is_active: false, is_paid_plan: false, plan_name: null },
});

const participant = (user: Author | null, own: Partial<Conversation['members'][number]> = {}) => ({
  user,
  is_viewer: false,
  is_asked: false,
  read_number: null,
  ...own,
});

/** Returns a conversation of `aMember` with these members. */
export const aConversation = ({
  others = ['Salma'],
  ...own
}: Partial<Conversation> & { others?: readonly string[] } = {}): Conversation => ({
  id: 'conversation-1',
  is_group: others.length > 1,
  title: null,
  members: [
    participant({ ...anAuthor('Nkem'), id: aMember().id }, { is_viewer: true }),
    ...others.map((name) => participant(anAuthor(name))),
  ],
  is_request: false,
  last_number: 1,
  version: 1,
  last_message: null,
  last_at: '2026-01-02T03:04:05Z',
  unread_count: 0,
  read_number: 1,
  is_muted: false,
  is_pinned: false,
  retention_days: null,
  viewer: { may_write: true, may_add: others.length > 1, may_remove: false },
  ...own,
});

/** Returns a message of Salma. */
export const aMessage = (own: Partial<Message> = {}): Message => ({
  id: `message-${own.number ?? 1}`,
  conversation_id: 'conversation-1',
  number: 1,
  version: 1,
  author: anAuthor('Salma'),
  is_own: false,
  body: 'Sunday at six, then.',
  notice: null,
  reply_to: null,
  images: [],
  warning: null,
  shared: null,
  reactions: [],
  created_at: '2026-01-02T03:04:05Z',
  edited_at: null,
  is_taken_back: false,
  viewer: { may_edit: false, may_take_back: false, may_report: true },
  ...own,
});

/** Returns message `number` of a history, by Salma or the viewer. */
export const messageAt = (number: number, own: Partial<Message> = {}): Message =>
  aMessage({
    number,
    version: number,
    body: `Message ${number}`,
    ...(own.is_own && {
      author: { ...anAuthor('Nkem'), id: aMember().id },
      viewer: { may_edit: true, may_take_back: true, may_report: false },
    }),
    ...own,
  });
