import { notBlocked } from './members.ts';

/**
 * Visibility of direct messages. See members.ts. A conversation exists only for its members. A conversation between two does not exist
 * while one blocks the other, or while the other is suspended. Organisers read nothing here: only what a report froze.
 */

/** The viewer sees the member `m` in a conversation: not blocked either way and not suspended. Closed accounts stay in the conversations they had. */
export const partnerShown = (viewer: string, m: string): string =>
  `((${m}.is_live or ${m}.closed_at is not null) and ${notBlocked(viewer, `${m}.id`)})`;

/** Id of the other member of the conversation `c` between two. Null in groups and after the other account was erased. */
export const partnerOf = (viewer: string, c: string): string =>
  `case when ${c}.first_id = ${viewer} then ${c}.second_id else ${c}.first_id end`;

/** The conversation `c` exists for the viewer, whose row is `cm`: joined or asked, and not with somebody hidden. */
export const conversationShown = (viewer: string, cm: string, c: string): string =>
  `(${cm}.member_id = ${viewer} and ${cm}.state in ('active', 'requested')
    and (${c}.is_group or not exists (
      select from members partner where partner.id = ${partnerOf(viewer, c)} and not ${partnerShown(viewer, 'partner')})))`;

const shownOrClosed = (viewer: string, member: string): string =>
  `(${member} is null or ${member} = ${viewer} or exists (
     select from members msg_member where msg_member.id = ${member} and ${partnerShown(viewer, 'msg_member')}))`;

/**
 * The message `msg` exists for the viewer, whose row is `cm`. The caller checks the conversation. Leaves out messages of hidden members and
 * notices about them, which only groups have.
 */
export const messageShown = (viewer: string, cm: string, msg: string): string =>
  `(${msg}.number >= ${cm}.first_number and ${shownOrClosed(viewer, `${msg}.author_id`)} and ${shownOrClosed(viewer, `${msg}.notice_member`)})`;

/** The viewer sees images and shared things of the message, because they have accepted the conversation. */
export const attachmentsShown = (cm: string): string => `(${cm}.state = 'active')`;

/** The image `i` was uploaded for a message and belongs to one. Its signed address was given only to members of the conversation. */
export const messageImageShown = (i: string): string =>
  `exists (select from message_images sent where sent.image_id = ${i}.id and sent.message_id is not null)`;
