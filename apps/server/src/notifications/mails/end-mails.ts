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

/** Turns off all mails. Also works for members who cannot sign in, because the link needs no session. */
export async function endMails(context: Context, memberId: string): Promise<void> {
  // Separate limit, so saving settings often does not block unsubscribing.
  await context.limits.spend('end mails by member', memberId);
  await setEmailPreferences(context.db, memberId, off);
}
