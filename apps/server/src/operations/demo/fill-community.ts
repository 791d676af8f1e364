import { randomBytes } from 'node:crypto';
import { people } from '@mbari/demo/people';
import { type Plan, planCommunity, type PlannedMember, type Size, wholeDemo } from '@mbari/demo/plan-community';
import pg from 'pg';
import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { withoutTimeouts } from '../../platform/db/connect.ts';
import type { Statements } from '../../platform/db/database.ts';
import { hasMembers } from '../../platform/db/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';
import { discardImages, storeImages } from './store-images.ts';
import { renderForum, writeForum } from './write-forum.ts';
import { demoDomain, demoEmail, renderBodies, writePlan } from './write-plan.ts';

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

export interface DemoAccounts {
  member: DemoAccount;
  /** Null if the community already had organisers. */
  admin: DemoAccount | null;
}

interface DemoOptions {
  seed: number;
  log: (line: string) => void;
  size?: Size;
  /** Adds the demo to an existing community, without demo organisers. */
  intoExisting?: boolean;
}

/**
 * Adds demo members, images and conversations, and prints accounts to sign in with. All or nothing: images are stored first, rows are
 * written in one transaction. Throws `conflict` if another run is active, the demo exists, or members exist and `intoExisting` is unset.
 */
export async function fillCommunity(
  context: Context,
  { seed, log, size = wholeDemo, intoExisting = false }: DemoOptions,
): Promise<DemoAccounts> {
  const lock = new pg.Client(withoutTimeouts(context.db.direct));
  await lock.connect();
  try {
    if (!(await queries.tryLock(lock))) throw new Refusal('conflict', 'demoIsRunning');
    if ((await queries.listDemoMembers(context.db, demoDomain)).length > 0) throw new Refusal('conflict', 'demoIsThere');
    const isEmpty = !(await hasMembers(context.db));
    if (!isEmpty && !intoExisting) throw new Refusal('conflict', 'demoNeedsInto');
    const membership = isEmpty ? undefined : { taken: await listTakenNames(context.db) };
    return await addDemo(context, planCommunity(seed, context.now(), size, membership), { isEmpty, log });
  } finally {
    await lock.end();
  }
}

async function addDemo(
  context: Context,
  plan: Plan,
  { isEmpty, log }: { isEmpty: boolean; log: (line: string) => void },
): Promise<DemoAccounts> {
  log(`Adding ${plan.members.length} members and ${plan.posts.length} posts …`);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const rendered = await renderForum(context, plan.forum);
  const html = await renderBodies(context, plan);
  const images = await storeImages(context, plan, log);
  try {
    await context.db.transaction(async (tx) => {
      await queries.lockMembersTable(tx);
      // A member may have registered while images were stored.
      if (isEmpty && (await hasMembers(tx))) throw new Refusal('conflict', 'demoNeedsInto');
      const takenNames = await listTakenNames(tx);
      if (plan.members.some(({ person }) => takenNames.has(person.username))) throw new Refusal('conflict', 'demoNameTaken');
      await writePlan(tx, plan, images, html, passwordHash);
      if (isEmpty) await queries.openToVisitors(tx);
      if (await queries.hasForumCategories(tx)) await writeForum(tx, plan.forum, rendered);
    });
  } catch (error) {
    // Other errors may follow a commit, so the files stay. The sweep deletes orphans.
    if (error instanceof Refusal) await discardImages(images);
    throw error;
  }
  return logAccounts(context, plan, password, log);
}

function logAccounts({ config }: Context, plan: Plan, password: string, log: (line: string) => void): DemoAccounts {
  const viewAccount = ({ person }: PlannedMember): DemoAccount => ({ name: person.name, email: demoEmail(person.username), password });
  const paidMember = plan.members.find(({ person }) => person.plan !== undefined && person.role === undefined) ?? plan.members[0]!;
  const organiser = plan.members.find(({ person }) => person.role === 'admin');
  const accounts = { member: viewAccount(paidMember), admin: organiser ? viewAccount(organiser) : null };
  log(
    `Done: ${plan.members.length} members, ${plan.posts.length} posts, ${plan.likes.length} likes, ${plan.comments.length} comments, ${plan.follows.length} follows, ${plan.forum.topics.length} forum topics.`,
  );
  log(`Sign in at ${new URL('/login', config.publicUrl).href}`);
  log(`  as ${accounts.member.name}, a paid member: ${accounts.member.email}`);
  if (accounts.admin) log(`  as ${accounts.admin.name}, the admin: ${accounts.admin.email}`);
  log(`  password of all demo accounts: ${password}`);
  return accounts;
}

const listTakenNames = async (db: Statements): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await queries.listTakenUsernames(
        db,
        people.map(({ username }) => username),
      )
    ).map(({ username }) => username),
  );

/** Returns eight of 80 syllables. Does not use the seed, because the seed is public. */
function newPassword(): string {
  const [consonants, vowels] = ['bdfgjklmnprstvwz', 'aeiou'];
  // 240 is the largest multiple of 80 in a byte; larger values would bias the choice.
  const bytes = [...randomBytes(64)].filter((byte) => byte < 240).slice(0, 8);
  const syllables = bytes.map((byte) => consonants[Math.floor((byte % 80) / 5)]! + vowels[byte % 5]!);
  return [0, 2, 4, 6].map((index) => syllables.slice(index, index + 2).join('')).join('-');
}
