import { stockAvatars } from '@mbari/contract/people/profile-fields';
import type { Plan, PlannedComment } from '@mbari/demo/plan-community';
import type { PlannedImage } from '@mbari/demo/plan-images';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { saveImagesOfMany } from '../../platform/images/store-image.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import * as queries from './queries.ts';
import type { DemoImage } from './store-images.ts';

/** Writes all rows in the caller's transaction: referenced rows first, counts last. */
export async function writePlan(
  tx: Statements,
  plan: Plan,
  images: ReadonlyMap<PlannedImage, DemoImage>,
  html: ReadonlyMap<string, string>,
  passwordHash: string,
): Promise<void> {
  await writeMembers(tx, plan, passwordHash);
  await writeImages(tx, [...images.values()]);
  await writePosts(tx, plan, images);
  await writeSeries(tx, plan, html);
  await writeExhibitions(tx, plan, html);
  await writeChallenges(tx, plan, html);
  await queries.insertPeopleShown(
    tx,
    plan.people.map(({ photoId, memberId, isAccepted }) => ({
      photo_id: photoId,
      member_id: memberId,
      state: isAccepted ? 'accepted' : 'asked',
    })),
  );
  await writeConversations(tx, plan);
  await writeMessages(tx, plan);
  await queries.updateCounts(
    tx,
    plan.members.map(({ id }) => id),
  );
}

/** Renders the HTML of each series, exhibition and challenge, by id. */
export async function renderBodies(context: Context, { series, exhibitions, challenges }: Plan): Promise<ReadonlyMap<string, string>> {
  const written = [...series, ...exhibitions, ...challenges];
  const rendered = await Promise.all(written.map(({ body }) => renderBody(context, body)));
  return new Map(written.map(({ id }, index) => [id, rendered[index]!.html]));
}

/** Reserved domain: mail never reaches a stranger. */
export const demoDomain = 'demo.example';
export const demoEmail = (username: string): string => `${username}@${demoDomain}`;

async function writeMembers(tx: Statements, { members }: Plan, passwordHash: string): Promise<void> {
  const stock: readonly string[] = stockAvatars;
  await queries.insertMembers(
    tx,
    members.map(({ id, person, createdAt }) => ({
      id,
      username: person.username,
      name: person.name,
      email: demoEmail(person.username),
      password_hash: passwordHash,
      role: person.role ?? 'member',
      country: person.country,
      occupation: person.occupation,
      bio: person.bio,
      gender: person.gender,
      born: person.born,
      avatar_stock: stock.includes(person.avatar) ? person.avatar : null,
      plan_name: person.plan ?? null,
      created_at: createdAt,
    })),
  );
  await queries.insertGrants(
    tx,
    members.map(({ id }) => id),
  );
  await queries.insertInterests(
    tx,
    members.flatMap(({ id, person }) => person.interests.map((slug) => ({ member_id: id, slug }))),
  );
}

/** Inserts images in batches. Each batch queues one AVIF job, so an interrupted job repeats little. */
async function writeImages(tx: Statements, images: readonly DemoImage[]): Promise<void> {
  for (let index = 0; index < images.length; index += 25) await saveImagesOfMany(tx, images.slice(index, index + 25));
  await queries.updateAvatars(
    tx,
    images.map(({ id }) => id),
  );
}

async function writePosts(tx: Statements, { posts, descriptions }: Plan, images: ReadonlyMap<PlannedImage, DemoImage>): Promise<void> {
  await queries.insertPhotos(
    tx,
    posts.map(
      ({ id, memberId, category, title, description, license, warning, audience, isArchived, publishAt, isComparison, createdAt }) => ({
        id,
        member_id: memberId,
        category,
        title,
        description,
        license,
        audience,
        archived_at: isArchived ? createdAt : null,
        publish_at: publishAt,
        warning,
        is_comparison: isComparison,
        created_at: createdAt,
      }),
    ),
  );
  const undescribed = new Set(descriptions.map(({ photoId }) => photoId));
  await queries.insertPhotoImages(
    tx,
    posts.flatMap((post) =>
      post.images.map((image, position) => {
        const { id, alt } = images.get(image)!;
        return { photo_id: post.id, position, image_id: id, alt: undescribed.has(post.id) ? '' : alt, camera: image.camera };
      }),
    ),
  );
  const altOf = new Map(posts.map((post) => [post.id, post.images[0]!.alt]));
  await queries.insertAltProposals(
    tx,
    descriptions.flatMap(({ photoId, memberIds }) =>
      memberIds.map((memberId) => ({ id: newId(), photo_id: photoId, member_id: memberId, text: altOf.get(photoId) })),
    ),
  );
}

async function writeSeries(tx: Statements, { series }: Plan, html: ReadonlyMap<string, string>): Promise<void> {
  await queries.insertSeries(
    tx,
    series.map(({ id, memberId, title, body, coverId, isComplete, createdAt }) => ({
      id,
      member_id: memberId,
      title,
      body,
      body_html: html.get(id),
      cover_id: coverId,
      completed_at: isComplete ? createdAt : null,
      created_at: createdAt,
    })),
  );
  await queries.insertSeriesPhotos(
    tx,
    series.flatMap(({ id, photoIds }) => photoIds.map((photoId, index) => ({ series_id: id, photo_id: photoId, position: index + 1 }))),
  );
}

async function writeExhibitions(tx: Statements, { exhibitions }: Plan, html: ReadonlyMap<string, string>): Promise<void> {
  await queries.insertExhibitions(
    tx,
    exhibitions.map(({ id, title, body, opensAt, closesAt, rooms, createdAt }) => ({
      id,
      title,
      body,
      body_html: html.get(id),
      opens_at: opensAt,
      closes_at: closesAt,
      rooms,
      created_at: createdAt,
    })),
  );
  await queries.insertCurators(
    tx,
    exhibitions.flatMap(({ id, curatorIds, createdAt }) =>
      curatorIds.map((memberId) => ({ exhibition_id: id, member_id: memberId, accepted_at: createdAt })),
    ),
  );
  await queries.insertWorks(
    tx,
    exhibitions.flatMap(({ id, works }) =>
      works.map(({ photoId, memberId, state }) => ({ exhibition_id: id, photo_id: photoId, member_id: memberId, state })),
    ),
  );
}

/** The job `advance_challenges` counts the votes. */
async function writeChallenges(tx: Statements, { challenges }: Plan, html: ReadonlyMap<string, string>): Promise<void> {
  await queries.insertChallenges(
    tx,
    challenges.map(({ id, organiserId, title, body, rules, coverId, method, startsAt, entriesEndAt, votingEndAt, createdAt }) => ({
      ...{ id, title, body, rules, method },
      member_id: organiserId,
      cover_id: coverId,
      body_html: html.get(id),
      starts_at: startsAt,
      entries_end_at: entriesEndAt,
      voting_end_at: votingEndAt,
      created_at: createdAt,
    })),
  );
  await queries.insertEntries(
    tx,
    challenges.flatMap(({ id, entries }) =>
      entries.map((entry) => ({ id: entry.id, challenge_id: id, photo_id: entry.photoId, member_id: entry.memberId })),
    ),
  );
  await queries.insertChallengeVotes(
    tx,
    challenges.flatMap(({ id, votes }) =>
      votes.map(({ memberId, entryId, otherId, choice }) => ({
        ...{ challenge_id: id, member_id: memberId, entry_id: entryId, other_id: otherId, choice },
      })),
    ),
  );
  await queries.insertFeedback(
    tx,
    challenges.flatMap(({ feedback }) => feedback.map(({ entryId, memberId, text }) => ({ entry_id: entryId, member_id: memberId, text }))),
  );
}

async function writeConversations(tx: Statements, { follows, likes, comments, critiques, notifications }: Plan): Promise<void> {
  await queries.insertFollows(tx, follows);
  await queries.insertLikes(tx, likes);
  await queries.insertCritiques(
    tx,
    critiques.map(({ id, photoId, category, question, isHidden, askedAt, closedAt, answers }) => ({
      photo_id: photoId,
      id,
      category,
      question,
      is_hidden: isHidden,
      asked_at: askedAt,
      closed_at: closedAt,
      first_at: answers[0]?.at,
    })),
  );
  const commentRow = ({ id, photoId, memberId, content, threadId, replyToId, at }: PlannedComment) => ({
    id,
    photo_id: photoId,
    member_id: memberId,
    content,
    thread_id: threadId,
    reply_to_id: replyToId,
    at,
  });
  await queries.insertComments(tx, [
    ...comments.map((comment) => ({ ...commentRow(comment), is_critique: false })),
    ...critiques.flatMap(({ answers }) =>
      answers.map((answer) => ({
        ...commentRow(answer),
        ...answer.pin,
        is_critique: true,
        helpful_at: answer.isHelpful ? answer.at : null,
      })),
    ),
  ]);
  await queries.insertNotifications(
    tx,
    notifications.map((notification) => ({
      id: notification.id,
      member_id: notification.memberId,
      type: notification.type,
      actor_id: notification.actorId,
      photo_id: notification.photoId,
      comment_id: notification.commentId,
      forum_post_id: null,
      created_at: notification.at,
      read_at: notification.isRead ? new Date(notification.at.getTime() + 60_000) : null,
    })),
  );
}

async function writeMessages(tx: Statements, { messages: conversations }: Plan): Promise<void> {
  await queries.insertDirectConversations(
    tx,
    conversations.map(({ id, title, members, messages, createdAt }) => {
      const [first, second] = title === null ? members.map((member) => member.id).toSorted() : [];
      return {
        ...{ id, title, is_group: title !== null, created_at: createdAt },
        ...{ first_id: first, second_id: second, created_by: members[0]!.id, last_number: messages.length },
      };
    }),
  );
  await queries.insertDirectMembers(
    tx,
    conversations.flatMap(({ id, members, messages, createdAt }) =>
      members.map((member) => ({
        ...{ conversation_id: id, member_id: member.id, state: member.isAsked ? 'requested' : 'active', joined_at: createdAt },
        ...{ last_number: messages.length, last_at: messages.at(-1)!.at, read_number: member.readNumber, is_muted: member.isMuted },
      })),
    ),
  );
  await queries.insertDirectMessages(
    tx,
    conversations.flatMap(({ id, messages }) =>
      messages.map((message, index) => ({
        ...{ id: message.id, conversation_id: id, number: index + 1, author_id: message.authorId, body: message.body },
        ...{ photo_id: message.photoId, reply_to_id: message.replyToId, created_at: message.at },
      })),
    ),
  );
  await queries.insertReactions(
    tx,
    conversations.flatMap(({ messages }) =>
      messages.flatMap(({ id, reactions }) =>
        reactions.map(({ memberId, reaction }) => ({ message_id: id, member_id: memberId, reaction })),
      ),
    ),
  );
}
