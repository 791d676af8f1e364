import type { Reaction } from '@mbari/contract/messages/messages';
import { pastId } from './people.ts';
import type { PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

export interface PlannedMessage {
  id: string;
  authorId: string;
  body: string;
  photoId: string | null;
  replyToId: string | null;
  reactions: { memberId: string; reaction: Reaction }[];
  at: Date;
}

export interface PlannedConversation {
  id: string;
  title: string | null;
  createdAt: Date;
  /** The first one began the conversation. */
  members: { id: string; isAsked: boolean; isMuted: boolean; readNumber: number }[];
  /** By time. */
  messages: PlannedMessage[];
}

interface Written {
  /** The first one began the conversation. */
  members: readonly string[];
  title?: string;
  /** Hours since the last message. */
  hoursAgo: number;
  /** Member who was asked and has not answered. */
  asked?: string;
  muted?: string;
  /** Messages that a member has not read. */
  unread?: Readonly<Record<string, number>>;
  messages: readonly { by: string; text?: string; photo?: string; repliesTo?: number; reactions?: Readonly<Record<string, Reaction>> }[];
}

const conversations: readonly Written[] = [
  {
    members: ['adeyemi.ola', 'fatimata.bello'],
    hoursAgo: 1,
    unread: { 'adeyemi.ola': 2 },
    messages: [
      { by: 'adeyemi.ola', text: 'The court at four o’clock is yours, is it not? I stood in front of that one for a while.' },
      { by: 'fatimata.bello', text: 'It is. There is a frame before it: she looked up.', reactions: { 'adeyemi.ola': 'love' } },
      { by: 'adeyemi.ola', text: 'Show it. People should see that you waited.' },
      {
        by: 'fatimata.bello',
        text: 'I will, in the series. And this one? Tell me honestly if the sky is too much.',
        photo: 'Balogun from the roof',
      },
      { by: 'adeyemi.ola', text: 'That is mine!', repliesTo: 4, reactions: { 'fatimata.bello': 'laugh' } },
      { by: 'fatimata.bello', text: 'I know. You never ask about your own sky.' },
      { by: 'fatimata.bello', text: 'Come to Kano in January. The light is worth the bus.' },
    ],
  },
  {
    members: ['tendai.moyo', 'adeyemi.ola', 'nkem.okonkwo', 'kwame.asante'],
    title: 'Open wall, Owerri',
    hoursAgo: 3,
    unread: { 'adeyemi.ola': 4, 'kwame.asante': 1 },
    messages: [
      { by: 'tendai.moyo', text: 'The landlord gave us the long wall on Saturday, from eight until dark.' },
      {
        by: 'adeyemi.ola',
        text: 'I bring prints, 60 × 40, twelve of them.',
        reactions: { 'tendai.moyo': 'thanks', 'nkem.okonkwo': 'like' },
      },
      { by: 'kwame.asante', text: 'I can be there by ten. The Aba road is closed again.' },
      { by: 'nkem.okonkwo', text: 'Then I take your string and your nails.' },
      { by: 'tendai.moyo', text: 'Who has a ladder? Mine is borrowed out.' },
      { by: 'nkem.okonkwo', text: 'I bring the long ladder.', repliesTo: 5, reactions: { 'tendai.moyo': 'love' } },
    ],
  },
  {
    members: ['sade.bankole', 'adeyemi.ola'],
    hoursAgo: 26,
    messages: [
      { by: 'sade.bankole', text: 'Your tailor’s sister was at the market without the umbrella. I thought of you.' },
      { by: 'adeyemi.ola', text: 'And I was at home, asleep. Naturally.', reactions: { 'sade.bankole': 'laugh' } },
      { by: 'sade.bankole', photo: 'Seven folds for Iya Bọ́sẹ̀' },
      { by: 'adeyemi.ola', text: 'She looks like a queen. Does she have the print?' },
    ],
  },
  {
    members: ['adeyemi.ola', 'tendai.moyo'],
    hoursAgo: 50,
    messages: [
      { by: 'adeyemi.ola', text: 'May the challenge for December be about doors? https://demo.example/challenges' },
      { by: 'tendai.moyo', text: 'It may. Write the brief and I will open it on the first.', reactions: { 'adeyemi.ola': 'thanks' } },
    ],
  },
  {
    members: ['adeyemi.ola', 'chidi.nwosu', 'efua.mensah'],
    title: 'Critique circle',
    hoursAgo: 300,
    muted: 'adeyemi.ola',
    messages: [
      { by: 'chidi.nwosu', text: 'Who goes first this month?' },
      { by: 'efua.mensah', text: 'I do. Be kind, then be exact.' },
      { by: 'adeyemi.ola', text: 'Sunday at six, then.' },
    ],
  },
  {
    members: ['osaro.igbinedion', 'adeyemi.ola'],
    hoursAgo: 5,
    asked: 'adeyemi.ola',
    messages: [
      {
        by: 'osaro.igbinedion',
        text: 'Good evening. I cast bronze in Benin City and need photos of twelve pieces. Do you take commissions, and what do you ask for a day?',
      },
    ],
  },
  {
    members: ['ekaette.udo', 'tendai.moyo'],
    hoursAgo: 8,
    asked: 'tendai.moyo',
    messages: [{ by: 'ekaette.udo', text: 'Is it too late to enter the exhibition? I only saw it today.' }],
  },
];

const hour = 60 * 60 * 1000;

/** Plans conversations, some with unread messages, and requests. Leaves out those with a member who is not in the plan. */
export function planMessages(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): PlannedConversation[] {
  const ids = new Map(members.map(({ id, person }) => [person.username, id]));
  return conversations.flatMap((written) => {
    if (written.members.some((username) => !ids.has(username))) return [];
    const idOf = (username: string): string => ids.get(username)!;
    const startedAt = now.getTime() - (written.hoursAgo + written.messages.length / 3) * hour;
    const messages: PlannedMessage[] = [];
    for (const { by, text = '', photo, repliesTo, reactions = {} } of written.messages) {
      const at = new Date(Math.round(startedAt + ((messages.length + 1) * hour) / 3 - random.between(0, 5) * 60_000));
      const shared = posts.find(({ title }) => title === photo);
      if (text === '' && !shared) continue;
      messages.push({
        id: pastId(at, random),
        authorId: idOf(by),
        body: text,
        photoId: shared?.id ?? null,
        replyToId: (repliesTo !== undefined && messages[repliesTo - 1]?.id) || null,
        reactions: Object.entries(reactions).map(([username, reaction]) => ({ memberId: idOf(username), reaction })),
        at,
      });
    }
    const createdAt = new Date(startedAt);
    return [
      {
        id: pastId(createdAt, random),
        title: written.title ?? null,
        createdAt,
        members: written.members.map((username) => ({
          id: idOf(username),
          isAsked: username === written.asked,
          isMuted: username === written.muted,
          readNumber: username === written.asked ? 0 : messages.length - (written.unread?.[username] ?? 0),
        })),
        messages,
      },
    ];
  });
}
