import type { Words } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { unlinkable } from '../../platform/mail/mail-text.ts';
import { listMailableRows, type UnreadRow } from '../push-queries.ts';
import { chooseSentence, formatSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { sendMemberMail } from './send-member-mail.ts';

/** Lines per mail. Some mail clients clip mails above 102 KB. */
const maxLines = 20;

export const sendActivityMail: Task<JobPayloads['send_activity_mail']> = async (payload, { context }) => {
  const items = await listMailItems(context, payload.member_id, payload.notification_ids);
  const [firstItem] = items;
  if (!firstItem) return;
  await sendMemberMail(context, payload, ({ words, reader }) => {
    const { activityMails } = words;
    return {
      subject: items.length === 1 ? unlinkable(firstItem.format(words)) : activityMails.subject({ count: items.length }),
      heading: activityMails.heading({ reader }),
      items: items.slice(0, maxLines).map(({ format, actionUrl, photo }) => ({
        text: unlinkable(format(words)),
        link: actionUrl ?? '/notifications',
        image: photo,
      })),
      button: { label: activityMails.button, link: '/notifications' },
      why: activityMails.why,
    };
  });
};

interface MailItem {
  actionUrl: string | null;
  photo: string | null;
  format: (words: Words) => string;
}

/** Groups the given notifications that the member can still see, has not read and wants mailed; newest first. */
async function listMailItems(context: Context, memberId: string, ids: readonly string[]): Promise<MailItem[]> {
  const groups = new Map<string, UnreadRow[]>();
  for (const row of await listMailableRows(context.db, memberId, ids)) {
    const group = `${row.type} ${row.group_key}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => (rows[0] ? [viewMailItem(context, rows[0], rows)] : []));
}

function viewMailItem(context: Context, newest: UnreadRow, rows: readonly UnreadRow[]): MailItem {
  const people = new Set(rows.map(({ author_id }) => author_id)).size;
  const { action_url, user, photo } = viewNotification(context, newest);
  const sentence = chooseSentence(newest, user?.name, people - 1);
  return {
    actionUrl: action_url,
    photo: newest.photo?.is_public && photo ? photo.url : null,
    format: ({ notificationSentences }) => formatSentence(notificationSentences, sentence),
  };
}
