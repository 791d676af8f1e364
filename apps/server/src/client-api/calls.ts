import {
  listNotifications as listNotificationsCall,
  markAllNotificationsRead,
  markNotificationRead,
} from '@mbari/contract/notifications/notifications';
import {
  blockMember as blockCall,
  listBlocks,
  listMutes,
  muteMember as muteCall,
  unblockMember as unblockCall,
  unmuteMember as unmuteCall,
} from '@mbari/contract/people/blocks';
import { listMembers } from '@mbari/contract/people/directory';
import { followMember as followCall, listFollowers, listFollowing, unfollowMember as unfollowCall } from '@mbari/contract/people/follows';
import { readMe } from '@mbari/contract/people/members';
import { listProfilePhotos, readProfile } from '@mbari/contract/people/profiles';
import { listPhotos, listSavedPosts, listTrending, savePhoto as saveCall, unsavePhoto as unsaveCall } from '@mbari/contract/photos/feed';
import { listFollowedSubjects as listFollowedSubjectsCall } from '@mbari/contract/photos/followed-subjects';
import { likePhoto, listLikes as listLikesCall, unlikePhoto } from '@mbari/contract/photos/likes';
import { createPhoto, deletePhoto as deletePhotoCall, readPhoto } from '@mbari/contract/photos/posts';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { readSite } from '@mbari/contract/platform/site';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markAllRead, markRead } from '../notifications/list-notifications.ts';
import { blockMember, listBlockedOrMuted, muteMember, unblockMember, unmuteMember } from '../people/blocks.ts';
import { readCurrentUser } from '../people/current-user-views.ts';
import { followMember, listFollows, unfollowMember } from '../people/follows/follow-member.ts';
import { deleteComment } from '../photos/comments/delete-comment.ts';
import { selectFeed, selectFollowed, selectMarked, selectTrending } from '../photos/feed/list-feed.ts';
import { listFollowedSubjects } from '../photos/follow-subject.ts';
import { likeSubject, listLikes, unlikeSubject } from '../photos/like-subject.ts';
import { deletePhoto } from '../photos/posts/delete-photo.ts';
import { savePhoto, unsavePhoto } from '../photos/save-photo.ts';
import { searchPosts } from '../photos/search-posts.ts';
import type { Context } from '../platform/context.ts';
import { idempotencyKey } from '../platform/http/form.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import { listPostsOf, listRelationships, lookUpAccount, readAccount, readRelationship, usernameOf, viewAccounts } from './accounts.ts';
import type { Fields } from './fields.ts';
import { describeMedia, readMedia, uploadMedia } from './media.ts';
import { listNotifications, readNotification } from './notifications.ts';
import { idOf, limitOf, linkOf, linkOfIds, type ListIds, pageOfIds } from './paging.ts';
import { findAppOfToken } from './queries.ts';
import { search, searchAccounts, wordsIn } from './search.ts';
import { postStatus, presentStatuses, presentSubject, readStatus, readThread, requireSubject } from './statuses.ts';
import { viewOwnAccount } from './view-account.ts';
import { viewInstance, viewInstanceOfVersion1 } from './view-instance.ts';
import { viewTag } from './view-status.ts';

export interface ClientCall {
  context: Context;
  member: Viewer;
  params: Readonly<Record<string, string>>;
  /** Parameters of the address and the body. */
  fields: Fields;
  /** Public address of the call, for Link headers. */
  address: URL;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handle = (call: ClientCall) => unknown;

export interface CallEntry {
  method: Endpoint['method'];
  path: string;
  /** Endpoint of our own API that does the same. Its access, scope and treatment of silenced members apply. */
  like: Endpoint;
  handle: Handle;
}

const entry = (method: Endpoint['method'], path: string, like: Endpoint, handle: Handle): CallEntry => ({ method, path, like, handle });
const get = (path: string, like: Endpoint, handle: Handle): CallEntry => entry('GET', path, like, handle);
const post = (path: string, like: Endpoint, handle: Handle): CallEntry => entry('POST', path, like, handle);

/** Calls to which apps get an empty list, because nothing here matches them. */
const empty = [
  '/api/v1/announcements',
  '/api/v1/filters',
  '/api/v1/lists',
  '/api/v1/follow_requests',
  '/api/v1/scheduled_statuses',
  '/api/v1/suggestions',
  '/api/v1/domain_blocks',
  '/api/v1/endorsements',
  '/api/v1/featured_tags',
  '/api/v1/trends',
  '/api/v1/trends/tags',
  '/api/v1/trends/links',
  '/api/v1/accounts/familiar_followers',
  '/api/v1/accounts/:id/lists',
  '/api/v1/accounts/:id/featured_tags',
  '/api/v1/accounts/:id/identity_proofs',
  '/api/v1/statuses/:id/reblogged_by',
  '/api/v1/timelines/link',
  '/api/v1/directory',
  '/api/v2/filters',
  '/api/v2/suggestions',
].map((path) => get(path, listPhotos, () => []));

/** Every call of the client API. Apps receive the same sentences as our own clients, as `{ "error": … }`. */
export const calls: readonly CallEntry[] = [
  get('/api/v1/instance', readSite, ({ context }) => viewInstanceOfVersion1(context)),
  // Mastodon.py asks with a slash at the end, and takes 404 for an old server.
  get('/api/v1/instance/', readSite, ({ context }) => viewInstanceOfVersion1(context)),
  get('/api/v2/instance', readSite, ({ context }) => viewInstance(context)),
  get('/api/v1/custom_emojis', readSite, () => []),
  get('/api/v1/apps/verify_credentials', readMe, async ({ context, member }) => {
    const app = await findAppOfToken(context.db, member.session_id);
    if (!app) throw notFound();
    return { id: app.id, name: app.name, website: app.website, scopes: app.scopes, redirect_uris: app.redirect_uris };
  }),

  get('/api/v1/accounts/verify_credentials', readMe, async ({ context, member }) =>
    viewOwnAccount(context, await readCurrentUser(context, context.db, member.id)),
  ),
  get('/api/v1/accounts/lookup', readProfile, ({ context, member, fields }) => {
    const username = usernameOf(context, fields.one('acct') ?? '');
    if (username === null) throw notFound('profileNotFound');
    return lookUpAccount(context, member, username);
  }),
  get('/api/v1/accounts/relationships', readProfile, ({ context, member, fields }) => listRelationships(context, member, fields.all('id'))),
  get('/api/v1/accounts/search', listMembers, async ({ context, member, fields }) => {
    await context.limits.spend('user search by member', member.id);
    return searchAccounts(context, member, wordsIn(fields), limitOf(fields));
  }),
  get('/api/v1/accounts/:id', readProfile, ({ context, member, params }) => readAccount(context, member, params['id']!)),
  get('/api/v1/accounts/:id/statuses', listProfilePhotos, async (call) =>
    sendStatuses(call, await listPostsOf(call.context, call.member, call.params['id']!, call.fields)),
  ),
  get('/api/v1/accounts/:id/followers', listFollowers, (call) => sendFollows(call, 'followers')),
  get('/api/v1/accounts/:id/following', listFollowing, (call) => sendFollows(call, 'following')),
  post('/api/v1/accounts/:id/follow', followCall, (call) => changeRelation(call, followMember)),
  post('/api/v1/accounts/:id/unfollow', unfollowCall, (call) => changeRelation(call, unfollowMember)),
  post('/api/v1/accounts/:id/block', blockCall, (call) => changeRelation(call, blockMember)),
  post('/api/v1/accounts/:id/unblock', unblockCall, (call) => changeRelation(call, unblockMember)),
  post('/api/v1/accounts/:id/mute', muteCall, (call) => changeRelation(call, muteMember)),
  post('/api/v1/accounts/:id/unmute', unmuteCall, (call) => changeRelation(call, unmuteMember)),
  get('/api/v1/blocks', listBlocks, (call) => sendBlocked(call, 'blocks')),
  get('/api/v1/mutes', listMutes, (call) => sendBlocked(call, 'mutes')),

  get('/api/v1/timelines/home', listPhotos, (call) =>
    sendTimeline(call, (paging) => idsOf(selectFollowed(call.context, call.member, paging))),
  ),
  get('/api/v1/timelines/public', listPhotos, (call) =>
    call.fields.isTrue('remote') ? [] : sendTimeline(call, (paging) => idsOf(selectFeed(call.context, call.member, paging))),
  ),
  get('/api/v1/timelines/tag/:tag', listPhotos, (call) =>
    sendTimeline(call, async (paging) => {
      const tag = [...call.params['tag']!.replaceAll('\0', '')].slice(0, limits.tag + 1).join('');
      return (await searchPosts(call.context, call.member, { ...paging, tag }))?.ids ?? [];
    }),
  ),
  get('/api/v1/trends/statuses', listTrending, async ({ context, member, fields }) =>
    presentStatuses(context, member, (await selectTrending(context, member, limitOf(fields))).ids),
  ),
  get('/api/v1/bookmarks', listSavedPosts, (call) => sendMarked(call, 'saved')),
  get('/api/v1/favourites', listPhotos, (call) => sendMarked(call, 'liked')),
  get('/api/v1/followed_tags', listFollowedSubjectsCall, async ({ context, member }) =>
    (await listFollowedSubjects(context, member)).tags.map(({ tag }) => ({ ...viewTag(context, tag), history: [], following: true })),
  ),

  post('/api/v1/statuses', createPhoto, async ({ context, member, fields, request }) =>
    readStatus(context, member, await postStatus(context, member, fields, idempotencyKey(request))),
  ),
  get('/api/v1/statuses/:id', readPhoto, ({ context, member, params }) => readStatus(context, member, params['id']!)),
  entry('DELETE', '/api/v1/statuses/:id', deletePhotoCall, deleteStatus),
  get('/api/v1/statuses/:id/context', readPhoto, ({ context, member, params }) => readThread(context, member, params['id']!)),
  get('/api/v1/statuses/:id/favourited_by', listLikesCall, async (call) => {
    const { context, member, params } = call;
    const { kind, id } = await requireSubject(context, member, params['id']!);
    const { data, meta } = await listLikes(context, member, kind, id, cursorOf(call));
    return sendAccounts(call, data, meta);
  }),
  post('/api/v1/statuses/:id/favourite', likePhoto, (call) =>
    changeStatus(call, ({ kind, id }) => likeSubject(call.context, call.member, kind, id)),
  ),
  post('/api/v1/statuses/:id/unfavourite', unlikePhoto, (call) =>
    changeStatus(call, ({ kind, id }) => unlikeSubject(call.context, call.member, kind, id)),
  ),
  post('/api/v1/statuses/:id/bookmark', saveCall, (call) =>
    changeStatus(call, (subject) => savePhoto(call.context, call.member, requirePhoto(subject))),
  ),
  post('/api/v1/statuses/:id/unbookmark', unsaveCall, (call) =>
    changeStatus(call, (subject) => unsavePhoto(call.context, call.member, requirePhoto(subject))),
  ),
  post('/api/v1/statuses/:id/reblog', createPhoto, () => {
    throw invalid({ id: ['appsReblogNothing'] }, 'appsReblogNothing');
  }),

  post('/api/v1/media', createPhoto, ({ context, member, request }) => uploadMedia(context, member, request)),
  post('/api/v2/media', createPhoto, ({ context, member, request }) => uploadMedia(context, member, request)),
  get('/api/v1/media/:id', createPhoto, ({ context, member, params }) => readMedia(context, member, idOf(params['id']!))),
  entry('PUT', '/api/v1/media/:id', createPhoto, ({ context, member, params, fields }) =>
    describeMedia(context, member, params['id']!, fields),
  ),

  get('/api/v1/notifications', listNotificationsCall, async (call) => {
    const { notifications, ids } = await listNotifications(call.context, call.member, call.fields);
    setLink(call, linkOfIds(call.address, call.fields, ids));
    return notifications;
  }),
  get('/api/v1/notifications/:id', listNotificationsCall, ({ context, member, params }) =>
    readNotification(context, member, params['id']!),
  ),
  // Notifications are deleted by age only, so clearing marks them as read.
  post('/api/v1/notifications/clear', markAllNotificationsRead, async ({ context, member }) => {
    await markAllRead(context, member);
    return {};
  }),
  post('/api/v1/notifications/:id/dismiss', markNotificationRead, async ({ context, member, params }) => {
    await markRead(context, member, idOf(params['id']!));
    return {};
  }),

  get('/api/v2/search', listPhotos, ({ context, member, fields }) => search(context, member, fields)),
  get('/api/v1/preferences', readMe, () => ({
    'posting:default:visibility': 'public',
    'posting:default:sensitive': false,
    'posting:default:language': null,
    'reading:expand:media': 'default',
    'reading:expand:spoilers': false,
  })),
  // Apps remember by themselves how far they were read.
  get('/api/v1/markers', listPhotos, () => ({})),
  post('/api/v1/markers', markNotificationRead, () => ({})),
  ...empty,
];

function setLink({ reply }: ClientCall, link: string | null): void {
  if (link !== null) reply.header('link', link);
}

const idsOf = async (candidates: Promise<{ ids: readonly string[] }>): Promise<readonly string[]> => (await candidates).ids;

const sendTimeline = async (call: ClientCall, list: ListIds): Promise<object[]> => sendStatuses(call, await pageOfIds(call.fields, list));

function sendStatuses(call: ClientCall, ids: readonly string[]): Promise<object[]> {
  setLink(call, linkOfIds(call.address, call.fields, ids));
  return presentStatuses(call.context, call.member, ids);
}

/** Lists that are not ordered by id have opaque positions, which apps send back as they are. */
const cursorOf = ({ fields }: ClientCall): { per_page: number; cursor?: string } => {
  const cursor = fields.one('max_id');
  return { per_page: limitOf(fields, 40), ...(cursor !== undefined && cursor !== '' && { cursor }) };
};

function setNext(call: ClientCall, { next_cursor: cursor }: { next_cursor: string | null }): void {
  setLink(call, linkOf(call.address, { next: cursor === null ? null : { max_id: cursor }, prev: null }));
}

async function sendMarked(call: ClientCall, mark: 'saved' | 'liked'): Promise<object[]> {
  const { ids, meta } = await selectMarked(call.context, call.member, mark, cursorOf(call));
  setNext(call, meta);
  return presentStatuses(call.context, call.member, ids);
}

function sendAccounts(call: ClientCall, members: Parameters<typeof viewAccounts>[1], meta: { next_cursor: string | null }): object[] {
  setNext(call, meta);
  return viewAccounts(call.context, members);
}

async function sendFollows(call: ClientCall, kind: 'followers' | 'following'): Promise<object[]> {
  const owner = { ownerId: idOf(call.params['id']!), kind };
  const { data, meta } = await listFollows(call.context, call.member, owner, cursorOf(call));
  return sendAccounts(call, data, meta);
}

async function sendBlocked(call: ClientCall, relation: 'blocks' | 'mutes'): Promise<object[]> {
  const { data, meta } = await listBlockedOrMuted(call.context, call.member, relation, cursorOf(call));
  return sendAccounts(call, data, meta);
}

type ChangeRelation = (context: Context, viewer: Viewer, memberId: string) => Promise<unknown>;

async function changeRelation({ context, member, params }: ClientCall, change: ChangeRelation): Promise<object> {
  await change(context, member, idOf(params['id']!));
  return readRelationship(context, member, params['id']!);
}

type Subject = Awaited<ReturnType<typeof requireSubject>>;

async function changeStatus({ context, member, params }: ClientCall, change: (subject: Subject) => Promise<unknown>): Promise<object> {
  await change(await requireSubject(context, member, params['id']!));
  return readStatus(context, member, params['id']!);
}

function requirePhoto({ kind, id }: Subject): string {
  if (kind === 'comment') throw invalid({ id: ['appsCommentNotSaved'] }, 'appsCommentNotSaved');
  return id;
}

async function deleteStatus({ context, member, params }: ClientCall): Promise<object> {
  const subject = await requireSubject(context, member, params['id']!);
  const status = await presentSubject(context, member, subject);
  if (subject.kind === 'photo') await deletePhoto(context, member, subject.id);
  else await deleteComment(context, member, subject.photoId, subject.id);
  return { ...status, text: '' };
}
