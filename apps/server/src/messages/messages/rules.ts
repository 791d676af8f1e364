import * as limits from '@mbari/contract/platform/limits';
import type { MessageRow } from './queries.ts';

type Rated = Pick<MessageRow, 'is_own' | 'notice' | 'taken_back_at' | 'created_at' | 'body' | 'author_id'>;

const isText = ({ notice, taken_back_at: takenBackAt }: Rated): boolean => notice === null && takenBackAt === null;

export const mayEdit = (message: Rated, now: Date): boolean =>
  message.is_own && isText(message) && now.getTime() - message.created_at.getTime() < limits.messageEditMinutes * 60_000;

export const mayTakeBack = (message: Rated): boolean => message.is_own && isText(message);

export const mayReport = (message: Rated): boolean => !message.is_own && message.author_id !== null && isText(message);
