import { mediaUrl } from '../../platform/images/urls.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { unlinkable } from '../../platform/mail/unlinkable.ts';
import { listDigestPosts, listDigestTopics, wantsDigest } from './queries.ts';
import { sendMemberMail } from './send-member-mail.ts';

export const sendDigest: Task<JobPayloads['send_digest']> = async (payload, { context }) => {
  const { db, now } = context;
  const { member_id: memberId } = payload;
  if (!(await wantsDigest(db, memberId))) return;
  const [posts, topics] = await Promise.all([listDigestPosts(db, memberId), listDigestTopics(db, memberId)]);
  if (posts.length + topics.length === 0) return;
  const access = { isPublic: true, isOwner: false, now: now() };
  await sendMemberMail(context, payload, ({ words: { activityMails }, reader, community }) => ({
    subject: activityMails.digestSubject({ community }),
    heading: activityMails.digestHeading({ community, reader }),
    items: [
      ...posts.map(({ id, title, author, image }) => ({
        text: activityMails.digestPost({ title: unlinkable(title), author: unlinkable(author) }),
        link: `/post/${id}`,
        image: image && mediaUrl(context, image, Math.min(...image.widths), 'webp', access),
      })),
      ...topics.map(({ id, slug, title }) => ({
        text: activityMails.digestTopic({ title: unlinkable(title) }),
        link: `/forum/t/${id}/${slug}`,
      })),
    ],
    button: { label: activityMails.digestButton, link: '/feed' },
    why: activityMails.digestWhy,
  }));
};
