import * as limits from '@mbari/contract/platform/limits';
import { findMembers } from '../people/list-members.ts';
import { viewMember } from '../people/member-cards.ts';
import { searchPosts } from '../photos/search-posts.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { listTagsBeginning } from '../platform/tags/queries.ts';
import { lookUpAccount, usernameOf, viewAccounts } from './accounts.ts';
import type { Fields } from './fields.ts';
import { decimalOf, limitOf } from './paging.ts';
import { presentStatuses, readStatus } from './statuses.ts';
import { viewTag } from './view-status.ts';

interface Results {
  accounts: object[];
  statuses: object[];
  hashtags: object[];
}

/** Searches members, posts and tags, or opens the address of a post or profile, which is how apps follow links. */
export async function search(context: Context, viewer: Viewer, query: Fields): Promise<Results> {
  await context.limits.spend('search by member', viewer.id);
  const words = wordsIn(query);
  const type = query.one('type') ?? '';
  // Results have no order that `offset` could continue.
  if (words === '' || Number(query.one('offset') ?? 0) > 0) return nothing;
  const address = query.one('q')!.trim();
  if (/^https?:/.test(address) && URL.canParse(address)) return openAddress(context, viewer, new URL(address));
  const within = <Found>(name: keyof Results, find: () => Promise<Found[]>): Promise<Found[]> | Found[] =>
    type === '' || type === name ? find() : [];
  const limit = limitOf(query);
  const [accounts, statuses, hashtags] = await Promise.all([
    within('accounts', () => searchAccounts(context, viewer, words, limit)),
    within('statuses', () => searchStatuses(context, viewer, words, limit)),
    within('hashtags', () => searchTags(context, viewer, words, limit)),
  ]);
  return { accounts, statuses, hashtags };
}

/** Returns the searched words, of which apps limit neither the length nor the characters. */
export const wordsIn = (query: Fields): string => [...(query.one('q') ?? '').replaceAll('\0', '').trim()].slice(0, limits.search).join('');

const nothing: Results = { accounts: [], statuses: [], hashtags: [] };

async function openAddress(context: Context, viewer: Viewer, { origin, pathname }: URL): Promise<Results> {
  const [, kind, name = ''] = origin === context.config.publicUrl.origin ? (/^\/(post|user)\/([\w.-]{1,64})$/.exec(pathname) ?? []) : [];
  if (kind === 'post' && isId(name)) return { ...nothing, statuses: await found(readStatus(context, viewer, decimalOf(name))) };
  return kind === 'user' ? { ...nothing, accounts: await found(lookUpAccount(context, viewer, name)) } : nothing;
}

const found = async (reading: Promise<object>): Promise<object[]> => {
  try {
    return [await reading];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return [];
    throw error;
  }
};

export async function searchAccounts(context: Context, viewer: Viewer, q: string, limit: number): Promise<object[]> {
  const words = usernameOf(context, q);
  if (words === null) return [];
  const { shown } = await findMembers(context, viewer, words, { per_page: limit });
  return viewAccounts(context, shown.map(viewMember));
}

async function searchStatuses(context: Context, viewer: Viewer, q: string, limit: number): Promise<object[]> {
  const matches = await searchPosts(context, viewer, { search: q, per_page: limit });
  return matches ? presentStatuses(context, viewer, matches.ids) : [];
}

async function searchTags(context: Context, viewer: Viewer, q: string, limit: number): Promise<object[]> {
  const tags = await listTagsBeginning(context.db, viewer.id, q);
  return tags.slice(0, limit).map(({ tag }) => ({ ...viewTag(context, tag), history: [], following: false }));
}
