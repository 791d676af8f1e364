import { randomBytes } from 'node:crypto';
import { planCommunity, type PlannedMember, type Size, wholeDemo } from '@mbari/demo/plan-community';
import { hashPassword } from '../../adapters/passwords.ts';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { hasMembers } from '../../db/state.ts';
import { Refusal } from '../../refusal.ts';
import * as queries from './queries.ts';
import { discardDrawings, storeDrawings } from './store-drawings.ts';
import { renderForum, writeForum } from './write-forum.ts';
import { emailOf, writePlan } from './write-plan.ts';

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/**
 * Fills an empty community with people, what they made and what they said about it. All or nothing: images are drawn
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
  const rendered = await renderForum(context, plan.forum);
  const drawings = await storeDrawings(context, plan, say);
  try {
    await context.db.transaction(async (tx) => {
      await queries.lockMembersTable(tx);
      await requireNobody(tx);
      await writePlan(tx, plan, drawings, passwordHash);
      await writeForum(tx, plan.forum, rendered);
    });
  } catch (error) {
    // Any other failure may have come after the commit: files without a row are swept.
    if (error instanceof Refusal) await discardDrawings(drawings);
    throw error;
  }
  const account = (fits: (member: PlannedMember) => boolean): DemoAccount => {
    const { person } = plan.members.find(fits) ?? plan.members[0]!;
    return { name: person.name, email: emailOf(person.username), password };
  };
  const member = account(({ person }) => person.plan !== undefined && person.role === undefined);
  const admin = account(({ person }) => person.role === 'admin');
  say(
    `Done: ${plan.members.length} members, ${plan.posts.length} posts, ${plan.likes.length} likes, ${plan.comments.length} comments, ${plan.follows.length} follows, ${plan.forum.topics.length} topics in the forum.`,
  );
  say(`Sign in at ${new URL('/login', context.config.publicUrl).href}`);
  say(`  as ${member.name}, a paid member: ${member.email}`);
  say(`  as ${admin.name}, the admin: ${admin.email}`);
  say(`  password of every demo account: ${password}`);
  return { member, admin };
}

async function requireNobody(db: Statements): Promise<void> {
  if (await hasMembers(db)) throw new Refusal('conflict', 'demoNeedsNobody');
}

/** Easy to type, hard to guess: eight syllables of eighty. Not from the seed, which anybody may know. */
function newPassword(): string {
  const [consonants, vowels] = ['bdfgjklmnprstvwz', 'aeiou'];
  // 240 is the largest multiple of eighty in a byte: what lies above would favour some syllables.
  const bytes = [...randomBytes(64)].filter((byte) => byte < 240).slice(0, 8);
  const syllables = bytes.map((byte) => consonants[Math.floor((byte % 80) / 5)]! + vowels[byte % 5]!);
  return [0, 2, 4, 6].map((at) => syllables.slice(at, at + 2).join('')).join('-');
}
