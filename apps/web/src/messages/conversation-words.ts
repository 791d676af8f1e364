import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import { date, list } from '@mbari/words/format';
import * as words from '@mbari/words/messages';
import { daysAgo, isLately, relativeDate } from '~/platform/lib/dates.ts';

type Participant = Conversation['members'][number];

export const othersIn = ({ members }: Pick<Conversation, 'members'>): Participant[] => members.filter(({ is_viewer }) => !is_viewer);

export const nameOf = (member: { name: string } | null): string => member?.name ?? words.closedAccount;

/** Returns the group's title, or the names of the other members. */
export const titleOf = (conversation: Pick<Conversation, 'title' | 'members'>): string =>
  conversation.title ?? list(othersIn(conversation).map(({ user }) => nameOf(user)));

/** Returns one line that stands for a message. */
export function lineOf(message: Message): string {
  const { body, images, shared, notice, is_taken_back: isTakenBack } = message;
  if (isTakenBack) return words.takenBack;
  if (notice !== null) return noticeLine(message, notice);
  if (body !== '') return body.replaceAll(/\s+/g, ' ');
  if (images.length > 0) return words.photos({ count: images.length });
  return shared?.kind === 'topic' ? words.sharedTopic : words.sharedPhoto;
}

/** Returns the line of a message with its author, for the list of conversations. */
export function lineInList(message: Message, isGroup: boolean): string {
  const text = lineOf(message);
  if (message.notice !== null) return text;
  if (message.is_own) return words.ownLine({ text });
  return isGroup ? words.memberLine({ name: nameOf(message.author), text }) : text;
}

export function noticeLine({ author }: Message, { kind, member, title, days }: NonNullable<Message['notice']>): string {
  const name = nameOf(author);
  if (kind === 'joined' && member?.id !== author?.id) return words.added({ name, member: nameOf(member) });
  if (kind === 'joined') return words.joined({ name });
  if (kind === 'left') return words.left({ name });
  if (kind === 'removed') return words.removed({ name, member: nameOf(member) });
  if (kind === 'retitled') return title === null ? words.untitled({ name }) : words.retitled({ name, title });
  return words.retention({ name, days: days ?? 0 });
}

/** Number of the last message that the others have read. Null while nobody shows it. */
export function readByOthers(conversation: Pick<Conversation, 'members'>): number | null {
  const numbers = othersIn(conversation).flatMap(({ read_number: number }) => (number === null ? [] : [number]));
  return numbers.length === 0 ? null : Math.min(...numbers);
}

export const timeOf = (iso: string): string => date(new Date(iso), { timeStyle: 'short' });

/** Returns '09:42', 'Yesterday', 'Tuesday', '12 Nov', '12 Nov 2025'. */
export function shortTime(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  const then = new Date(iso);
  if (days === 0) return timeOf(iso);
  if (days === 1) return relativeDate(iso, now);
  if (isLately(days)) return date(then, { weekday: 'long' });
  return date(then, { day: 'numeric', month: 'short', ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }) });
}

/** Returns 'Today', 'Yesterday', 'Tuesday', '12 November'. */
export function dayWords(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  const then = new Date(iso);
  if (days < 2) return relativeDate(iso, now);
  if (isLately(days)) return date(then, { weekday: 'long' });
  return date(then, { day: 'numeric', month: 'long', ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }) });
}
