import { randomBytes } from 'node:crypto';
import { stockAvatars } from '@mbari/contract/stock-avatars';
import { hashPassword } from '../../adapters/passwords.ts';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { addPicturesOfMany } from '../media/store-image.ts';
import { discardImages, storeImages, type Painted } from './keep-pictures.ts';
import { type Plan, planCommunity, type PlannedMember, type Size, wholeDemo } from './plan-community.ts';
import type { PlannedPicture } from './plan-pictures.ts';
import * as queries from './queries.ts';

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/**
 * Fills an empty community with people, what they made and what they said about it. All or nothing: pictures are drawn
 * first, then every row is written in one transaction, so that an interrupted demo is simply started again.
 */
export async function fillCommunity(
  context: Context,
  { seed, say, size = wholeDemo }: { seed: number; say: (line: string) => void; size?: Size },
): Promise<{ member: DemoAccount; admin: DemoAccount }> {
  await requireNobody(context.db);
  const plan = planCommunity(seed, context.now(), size);
  say(`Filling the community with ${plan.members.length} members and ${plan.posts.length} posts. It takes two or three minutes.`);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const pictures = await storeImages(context, plan, say);
  try {
    await context.db.transaction(async (tx) => {
      await queries.lockMembersTable(tx);
      await requireNobody(tx);
      await moveIn(tx, plan, pictures, passwordHash);
    });
  } catch (error) {
    // Any other failure may have come after the commit: what turns out to be nobody's is swept.
    if (error instanceof Refusal) await discardImages(pictures);
    throw error;
  }
  const account = (fits: (member: PlannedMember) => boolean): DemoAccount => {
    const { person } = plan.members.find(fits) ?? plan.members[0]!;
    return { name: person.name, email: emailOf(person.username), password };
  };
  const member = account(({ person }) => person.plan !== undefined && person.role === undefined);
  const admin = account(({ person }) => person.role === 'admin');
  say(
    `Done: ${plan.members.length} members, ${plan.posts.length} posts, ${plan.likes.length} likes, ${plan.comments.length} comments, ${plan.follows.length} follows.`,
  );
  say(`Sign in at ${new URL('/login', context.config.publicUrl).href}`);
  say(`  as ${member.name}, a paid member: ${member.email}`);
  say(`  as ${admin.name}, the admin: ${admin.email}`);
  say(`  password of every demo account: ${password}`);
  return { member, admin };
}

async function requireNobody(db: Statements): Promise<void> {
  if (await queries.findAnybody(db))
    throw new Refusal(
      'conflict',
      'The demo fills an empty community only, and somebody is here already. To start over, stop the server and use another MBARI_DATA folder (or another database).',
    );
}

async function moveIn(tx: Statements, plan: Plan, pictures: ReadonlyMap<PlannedPicture, Painted>, passwordHash: string): Promise<void> {
  const stock = stockAvatars as readonly string[];
  await queries.addMembers(
    tx,
    plan.members.map(({ id, person, createdAt }) => ({
      id,
      username: person.username,
      name: person.name,
      email: emailOf(person.username),
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
  await queries.addGrants(tx);
  await queries.addInterests(
    tx,
    plan.members.flatMap(({ id, person }) => person.interests.map((slug) => ({ member_id: id, slug }))),
  );
  // A batch of pictures shares one job for its AVIF, so that a job cut short has little to do again.
  const rows = [...pictures.values()];
  for (let at = 0; at < rows.length; at += 25) await addPicturesOfMany(tx, rows.slice(at, at + 25));
  await queries.setAvatars(tx);
  await queries.addPhotos(
    tx,
    plan.posts.map(({ id, memberId, category, title, description, createdAt }) => ({
      id,
      member_id: memberId,
      category,
      title,
      description,
      created_at: createdAt,
    })),
  );
  await queries.addPhotoImages(
    tx,
    plan.posts.flatMap((post) =>
      post.pictures.map((picture, position) => {
        const { id, alt } = pictures.get(picture)!;
        return { photo_id: post.id, position, image_id: id, alt };
      }),
    ),
  );
  await queries.addFollows(tx, plan.follows);
  await queries.addLikes(tx, plan.likes);
  await queries.addComments(
    tx,
    plan.comments.map(({ id, photoId, memberId, content, at }) => ({ id, photo_id: photoId, member_id: memberId, content, at })),
  );
  await queries.addNotifications(
    tx,
    plan.notifications.map((one) => ({
      id: one.id,
      member_id: one.memberId,
      type: one.type,
      actor_id: one.actorId,
      photo_id: one.photoId,
      comment_id: one.commentId,
      at: one.at,
      is_read: one.isRead,
    })),
  );
  await queries.setCounts(tx);
}

/** `.example` belongs to nobody: no mail can ever reach a stranger. */
const emailOf = (username: string): string => `${username}@demo.example`;

/** Easy to type, hard to guess: eight syllables of eighty. Not from the seed, which anybody may know. */
function newPassword(): string {
  const [consonants, vowels] = ['bdfgjklmnprstvwz', 'aeiou'];
  // 240 is the largest multiple of eighty in a byte: what lies above would favour some syllables.
  const bytes = [...randomBytes(64)].filter((byte) => byte < 240).slice(0, 8);
  const syllables = bytes.map((byte) => consonants[Math.floor((byte % 80) / 5)]! + vowels[byte % 5]!);
  return [0, 2, 4, 6].map((at) => syllables.slice(at, at + 2).join('')).join('-');
}
