import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Context } from '../../platform/context.ts';
import { setEmailPreferences } from './queries.ts';

type EmailPreferences = ForumSettings['email_notification_preferences'];

const off: EmailPreferences = {
  likes: 'off',
  comments: 'off',
  follows: 'off',
  mentions: 'off',
  replies: 'off',
  forum: 'off',
  digest: 'off',
};

/** Sets every kind of mail to never, also for who may not come in just now: it is asked for by a link, without signing in. */
export async function endMails(context: Context, memberId: string): Promise<void> {
  // One of its own: whoever changed settings all day may end mails still.
  await context.limits.spend('end mails by member', memberId);
  await setEmailPreferences(context.db, memberId, off);
}
