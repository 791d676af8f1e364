import * as limits from '@mbari/contract/platform/limits';
import { linksIn } from '@mbari/contract/platform/parse-text';
import type { Context } from '../context.ts';
import { inBatches } from '../db/batch.ts';
import type { Database, Statements } from '../db/database.ts';
import { requireSameRequest } from '../http/form.ts';
import type { LimitName } from '../http/rate-limits.ts';
import { unauthenticated, type Viewer } from '../http/viewer.ts';
import { newId } from '../ids.ts';
import type { Task } from '../jobs/add-job.ts';
import { queueWebhooks } from '../jobs/queue-webhooks.ts';
import { because, invalid, Refusal } from '../refusal.ts';
import { cachedFilters } from './change-filters.ts';
import {
  addLinks,
  addPendingPost,
  countAccountsOf,
  countContributions,
  countWaiting,
  findPendingByKey,
  lockWriter,
  type NewPending,
  type Reason,
  removeOldLinks,
  removeOldPending,
} from './queries.ts';

type Texts = Readonly<Record<string, string | undefined>>;

export interface Screened {
  /** Matched word; the text is published and reported. */
  listed: string | null;
  /** Matched word; the text needs approval. */
  toReview: string | null;
}

/** Throws `validation` for a refused word and returns other matches. Organisers are exempt. */
export async function screenNew({ db }: Context, { role }: Pick<Viewer, 'role'>, texts: Texts): Promise<Screened> {
  const matches: Screened = { listed: null, toReview: null };
  if (role !== 'member') return matches;
  const { refused, pending, reported } = await cachedFilters(db);
  for (const [field, text = ''] of Object.entries(texts)) {
    const word = refused.find(text);
    if (word !== null) throw notTaken(field, word);
    matches.toReview ??= pending.find(text);
    matches.listed ??= reported.find(text);
  }
  return matches;
}

/** Returns the first word that is refused or needs approval. Organisers are exempt. */
export async function findUnwantedWord({ db }: Context, { role }: Pick<Viewer, 'role'>, text: string): Promise<string | null> {
  if (role !== 'member') return null;
  const { refused, pending } = await cachedFilters(db);
  return refused.find(text) ?? pending.find(text);
}

/** Screens an edit. Edits are published immediately, so words that need approval are reported. */
export async function screen(context: Context, viewer: Pick<Viewer, 'role'>, texts: Texts): Promise<string | null> {
  const { listed, toReview } = await screenNew(context, viewer, texts);
  return listed ?? toReview;
}

export const refusedNames = async ({ db }: Context): Promise<(name: string) => boolean> => {
  const { refused } = await cachedFilters(db);
  return (name) => refused.find(name) !== null;
};

/** Returns all texts of rendered Markdown: source, plain text and link addresses. */
export const markdownTexts = ({ body, plain, html }: { body: string; plain: string; html: string }): string =>
  [body, plain, ...[...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)].join('\n');

export function notTaken(field: string, word: string): Error {
  const reason = because('wordNotTaken', { word });
  return invalid({ [field]: [reason] }, reason);
}

const day = 24 * 60 * 60_000;

/**
 * Counts one use of a limit. New accounts have a share of the limit, organisers the full limit. An account is new for the days that the site
 * sets, at least `leastDays`.
 */
export async function spendAsMember(
  { limits, db, now }: Pick<Context, 'limits' | 'db' | 'now'>,
  { id, role, joined_at: joinedAt }: Pick<Viewer, 'id' | 'role' | 'joined_at'>,
  name: LimitName,
  { share = 1 / 3, leastDays = 0 } = {},
): Promise<void> {
  const { newAccountDays } = await cachedFilters(db);
  const endsAt = joinedAt === undefined ? 0 : joinedAt.getTime() + Math.max(newAccountDays, leastDays) * day;
  if (role !== 'member' || endsAt <= now().getTime()) return limits.spend(name, id);
  const reason = because('newAccountLimit', { until: new Date(endsAt).toISOString().slice(0, 10) });
  await limits.spend(name, id, { share, because: reason });
}

export type { Reason };
/** Days for which an account is new if admins set none. */
const newFor = 7;

interface Written {
  toReview: string | null;
  text: string;
}

/** Returns why a post needs approval, or null. Posts by organisers never need approval. Without approval settings, no query runs. */
export async function whyPending(context: Context, viewer: Viewer, { toReview, text }: Written): Promise<Reason | null> {
  if (viewer.role !== 'member') return null;
  const { reviewFirst } = await cachedFilters(context.db);
  // Stores links even if another reason applies, because other accounts may write the same links.
  const isShared = await isLinkOfMany(context, viewer, text);
  if (toReview !== null) return { why: 'listed', listed: toReview };
  if (reviewFirst > 0 && (await countContributions(context.db, viewer.id)) < reviewFirst) return { why: 'first', listed: null };
  return isShared ? { why: 'same_link', listed: null } : null;
}

/** Stores links before counting, in a separate statement, so at least one of two concurrent posts counts the other. */
async function isLinkOfMany({ db, now, config }: Context, { id, joined_at: joinedAt }: Viewer, text: string): Promise<boolean> {
  const { sameLinkAccounts, newAccountDays } = await cachedFilters(db);
  if (sameLinkAccounts === 0 || joinedAt === undefined) return false;
  if (joinedAt.getTime() + (newAccountDays || newFor) * day <= now().getTime()) return false;
  const links = linksIn(text, config.publicUrl.host);
  if (links.length === 0) return false;
  await addLinks(db, id, links);
  return (await countAccountsOf(db, links)) >= sameLinkAccounts;
}

export const pendingReview = (): Refusal => new Refusal('pending_review', 'pendingReview');

/** Stores a pending post and throws `pending_review`, or `missing` if its photo, topic or category does not exist for the author. */
export async function keepPending(db: Database, viewer: Pick<Viewer, 'id'>, post: NewPending, missing: () => Error): Promise<never> {
  const isPending = await db.transaction((tx) => addPending(tx, viewer, post));
  throw isPending ? pendingReview() : missing();
}

/** Stores a pending post, once per key. Returns false if its photo, topic or category does not exist. */
export async function addPending(tx: Statements, { id: memberId }: Pick<Viewer, 'id'>, post: NewPending): Promise<boolean> {
  if (!(await lockWriter(tx, memberId))) throw unauthenticated();
  const before = post.key === null ? undefined : await findPendingByKey(tx, memberId, post.key.value);
  if (before && post.key) requireSameRequest(post.key, before.send_digest);
  if (before) return true;
  if ((await countWaiting(tx, memberId)) >= limits.pendingPosts)
    throw new Refusal('conflict', because('tooManyPending', { most: limits.pendingPosts }));
  const id = newId();
  if ((await addPendingPost(tx, id, memberId, post)) === 0) return false;
  await queueWebhooks(tx, 'post_pending', { pending_post_id: id, kind: post.kind });
  return true;
}

/** Deletes decided posts after a month and links of new accounts after a day. */
export const sweepPendingPosts: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeOldPending(db),
    () => removeOldLinks(db),
  );
