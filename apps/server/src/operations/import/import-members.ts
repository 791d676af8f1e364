import { email as emailField } from '@mbari/contract/identity/auth';
import { emailPreferences } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { suggestNames } from '../../identity/oauth/suggest-names.ts';
import { mailClaimLinks } from '../../identity/passwords/reset-password.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import * as queries from './queries.ts';
import { type Cleaner, inSteps, type SourceMember, type Watched } from './source.ts';

/** The member here of a member there. */
export interface Author {
  /** Null for an account that was erased here. */
  id: string | null;
  username: string;
}

interface NewMember {
  source: SourceMember;
  username: string;
  name: string;
  /** Null: the account keeps the posts, and nobody can sign in to it. */
  email: string | null;
}

export interface MemberPlan {
  authors: Map<number, Author>;
  added: NewMember[];
  /** Existing members with the same verified address. */
  linked: { source: SourceMember; id: string }[];
  earlier: number;
  /** Accounts without posts that nobody could sign in to. */
  left: number;
}

/** Decides about each member of the other forum, and writes nothing. */
export async function planMembers(
  { db }: Pick<Context, 'db'>,
  listed: readonly SourceMember[],
  { hasPosts, cleaner }: { hasPosts: ReadonlySet<number>; cleaner: Cleaner },
): Promise<MemberPlan> {
  // A damaged export may list a member twice.
  const members = [...new Map(listed.map((member) => [member.id, member])).values()];
  const plan: MemberPlan = { authors: new Map(), added: [], linked: [], earlier: 0, left: 0 };
  const emails = uniqueAddresses(members);
  const known = new Map(
    (
      await queries.listImportedMembers(
        db,
        members.map(({ uuid }) => uuid),
      )
    ).map((row) => [row.id, row]),
  );
  const found = await queries.listMembersByAddress(db, [...emails.values()]);
  const owners = new Map(found.flatMap(({ email, id, username }) => (id === null ? [] : [[email, { id, username: username! }] as const])));
  const blocked = new Set(found.flatMap(({ email, id }) => (id === null ? [email] : [])));
  const newcomers: NewMember[] = [];
  for (const source of members) {
    const email = emails.get(source.id) ?? null;
    const before = known.get(source.uuid);
    const owner = email === null ? undefined : owners.get(email);
    if (before) {
      plan.earlier += 1;
      plan.authors.set(source.id, { id: before.member_id, username: before.username ?? source.username });
    } else if (owner) {
      plan.linked.push({ source, id: owner.id });
      plan.authors.set(source.id, owner);
    } else if (hasPosts.has(source.id) || (email !== null && !blocked.has(email))) {
      newcomers.push({ source, username: '', name: '', email: email === null || blocked.has(email) ? null : email });
    } else plan.left += 1;
  }
  plan.added = await nameMembers(db, newcomers, cleaner);
  for (const { source, username } of plan.added) plan.authors.set(source.id, { id: source.uuid, username });
  return plan;
}

/** Returns valid addresses by the member's id. The first of several members with the same address keeps it. */
function uniqueAddresses(members: readonly SourceMember[]): Map<number, string> {
  const taken = new Set<string>();
  const addresses = new Map<number, string>();
  for (const { id, email } of members) {
    const { data } = emailField.safeParse(email);
    // Anonymised accounts of Discourse have addresses that end so.
    if (data === undefined || data.endsWith('.invalid') || taken.has(data)) continue;
    taken.add(data);
    addresses.set(id, data);
  }
  return addresses;
}

/** Gives each member the first free of `ada`, `ada_2`, `ada_3`, … */
async function nameMembers(db: Database, newcomers: readonly NewMember[], cleaner: Cleaner): Promise<NewMember[]> {
  const suggested = newcomers.map(({ source }) =>
    suggestNames({ names: [cleaner.line(source.name, limits.name)], usernames: [source.username, source.name, `member.${source.id}`] }),
  );
  const bases = suggested.map(({ usernames }) => usernames[0]!);
  const taken = new Set(
    (await queries.listTakenUsernames(db, [...new Set([...bases, ...bases.map(shorten)])])).map(({ username }) => username),
  );
  return newcomers.map((newcomer, index) => {
    const username = freeUsername(bases[index]!, taken);
    taken.add(username);
    return { ...newcomer, username, name: suggested[index]!.name };
  });
}

function freeUsername(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let suffix = 2; ; suffix += 1) {
    const username = `${shorten(base)}_${suffix}`;
    if (!taken.has(username)) return username;
  }
}

const shorten = (base: string): string => base.slice(0, limits.usernameMax - 8);

/** Turns off activity mails, because imported members never agreed to them. They can turn them on in the settings. */
const noMails = Object.fromEntries(Object.keys(emailPreferences.shape).map((kind) => [kind, 'off']));

/** Writes the planned accounts in batches. */
export async function writeMembers(
  { db }: Pick<Context, 'db'>,
  { added, linked }: MemberPlan,
  { signal, onProgress }: Watched,
): Promise<void> {
  await inSteps(linked, 500, async (batch) => {
    signal.throwIfAborted();
    await queries.insertImportedMembers(
      db,
      batch.map(({ source, id }) => ({ id: source.uuid, member_id: id })),
    );
  });
  let count = 0;
  await inSteps(added, 500, async (batch) => {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const rows = batch.map(({ source, username, name, email }) => ({
        ...{ id: source.uuid, username, name, created_at: source.at, email_notification_preferences: noMails },
        email: email ?? `${source.uuid}@${queries.noAddressDomain}`,
      }));
      if ((await queries.insertMembers(tx, rows)) < rows.length)
        throw new Error('A new member took a username or an address of this import. Run the command again; it continues.');
      await queries.insertImportedMembers(
        tx,
        rows.map(({ id }) => ({ id, member_id: id })),
      );
    });
    count += batch.length;
    onProgress(`Members: ${count} of ${added.length}`);
  });
}

export const countUninvited = queries.countUninvited;

/** Mails each imported member a link to their account, once. Returns their number. */
export async function inviteImported(context: Context): Promise<number> {
  for (let invited = 0; ;) {
    const count = await context.db.transaction(async (tx) => {
      const members = await queries.markInvited(tx);
      await mailClaimLinks(context, tx, members);
      return members.length;
    });
    if (count === 0) return invited;
    invited += count;
  }
}
