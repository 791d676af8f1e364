import { Readable } from 'node:stream';
import { stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import { type Words, wordsFor } from '@mbari/words/words-for';
import { settings } from '../../people/table.ts';
import type { Context } from '../../platform/context.ts';
import { offeredLocale } from '../../platform/languages.ts';
import {
  listOwnChallenges,
  listOwnConversations,
  listOwnExhibitions,
  listOwnForumCategories,
  listOwnForumDrafts,
  listOwnForumLikes,
  listOwnForumPosts,
  listOwnForumTracks,
  listOwnForumVersions,
  listOwnImports,
  listOwnMessages,
  listOwnPolls,
  listOwnPosts,
  listOwnReactions,
  listOwnSeries,
  listOwnUnsentImages,
  listOwnUploads,
  listOwnVotes,
  type OwnMessage,
  type OwnPost,
  type OwnUpload,
} from './content-queries.ts';
import {
  listFollowers,
  listFollowing,
  listOwnAltProposals,
  listOwnApiTokens,
  listOwnAppeals,
  listOwnBlocks,
  listOwnCommentLikes,
  listOwnComments,
  listOwnCustomers,
  listOwnGrants,
  listOwnIdentities,
  listOwnImages,
  listOwnInvitations,
  listOwnLikes,
  listOwnMutes,
  listOwnNames,
  listOwnNotifications,
  listOwnPasskeys,
  listOwnPendingPosts,
  listOwnReports,
  listOwnSavedPosts,
  listOwnSessions,
  listOwnSubscriptions,
  type OwnAccount,
  type ReadPage,
} from './queries.ts';
import { type ArchivedFile, jsonFile, jsonList } from './zip-files.ts';

/** Yields every file of a member's export. Each page is its own query, so no transaction stays open during a long download. */
export async function* listFiles(context: Context, account: OwnAccount): AsyncGenerator<ArchivedFile> {
  const changedAt = context.now();
  const { languages } = context.config;
  const words = wordsFor(offeredLocale(languages, account.locale) ?? languages.default);
  const { exportArchive } = words;
  yield { ...textFile('read-me.txt', composeReadMe(words, account.name, changedAt)), compress: true, changedAt };
  for await (const file of listAccountFiles(context, account)) yield { ...file, compress: true, changedAt };
  for (const file of listPagedFiles(context, account.id)) yield { ...file, compress: true, changedAt };
  const missing: string[] = [];
  yield* listImageFiles(context, account.id, missing);
  if (missing.length > 0)
    yield { ...textFile('missing.txt', [exportArchive.missing, '', ...missing, ''].join('\n')), compress: true, changedAt };
}

export function composeReadMe({ exportArchive }: Words, name: string, madeAt: Date): string {
  const files: [names: string, description: string][] = [
    ['account.json, profile.json, settings.json', exportArchive.account],
    ['plan.json', exportArchive.plan],
    ['sessions.json', exportArchive.sessions],
    ['posts.json, series.json, imports.json', exportArchive.posts],
    ['exhibitions.json', exportArchive.exhibitions],
    ['challenges.json', exportArchive.challenges],
    ['comments.json, likes.json, comment-likes.json', exportArchive.commentsAndLikes],
    ['saved-posts.json', exportArchive.savedPosts],
    ['named-in.json', exportArchive.namedIn],
    ['proposed-descriptions.json', exportArchive.proposed],
    ['forum-posts.json, forum-versions.json', exportArchive.forumPosts],
    ['forum-likes.json', exportArchive.forumLikes],
    ['forum-polls.json, forum-votes.json', exportArchive.forumPolls],
    ['forum-topics-read.json', exportArchive.forumTopicsRead],
    ['forum-categories.json', exportArchive.forumCategories],
    ['forum-drafts.json', exportArchive.forumDrafts],
    ['forum-images.json', exportArchive.forumImages],
    ['conversations.json, messages.json', exportArchive.messages],
    ['message-images.json, message-reactions.json', exportArchive.messageParts],
    ['invitations.json', exportArchive.invitations],
    ['following.json, followers.json', exportArchive.followings],
    ['blocks.json, mutes.json, reports.json, appeals.json, pending.json', exportArchive.blocks],
    ['notifications.json', exportArchive.notifications],
    ['images/', exportArchive.images],
  ];
  const title = exportArchive.title({ name, madeAt: `${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` });
  return [title, '', ...files.map(([names, description]) => `${names.padEnd(44)}${description}`), '', exportArchive.notes, ''].join('\n');
}

type GeneratedFile = Pick<ArchivedFile, 'name' | 'open'>;

const textFile = (name: string, text: string): GeneratedFile => ({
  name,
  open: () => Readable.from([Buffer.from(text)], { objectMode: false }),
});

async function* listAccountFiles({ db }: Context, account: OwnAccount): AsyncGenerator<GeneratedFile> {
  const file = (name: string, content: object): GeneratedFile => ({ name, open: () => jsonFile(content) });
  const [passkeys, tokens, providers, sessions] = await Promise.all([
    listOwnPasskeys(db, account.id),
    listOwnApiTokens(db, account.id),
    listOwnIdentities(db, account.id),
    listOwnSessions(db, account.id),
  ]);
  yield file('account.json', { ...viewAccount(account), passkeys, tokens, providers });
  yield file('profile.json', viewProfile(account));
  yield file('settings.json', settings.valuesOf(account));
  const [granted, customers, subscriptions] = await Promise.all([
    listOwnGrants(db, account.id),
    listOwnCustomers(db, account.id),
    listOwnSubscriptions(db, account.id),
  ]);
  const { plan_name, plan_ends_at } = account;
  yield file('plan.json', { plan_name, ends_at: plan_ends_at, granted, customers, subscriptions });
  yield file('sessions.json', sessions);
}

function* listPagedFiles(context: Context, memberId: string): Generator<GeneratedFile> {
  const list = <Row>(name: string, readPage: ReadPage<Row>, view: (row: Row) => object = (row) => row as object): GeneratedFile => ({
    name,
    open: () => jsonList(pagesOf(context, memberId, readPage, view)),
  });
  yield list('posts.json', listOwnPosts, viewPost);
  yield list('series.json', listOwnSeries);
  yield list('imports.json', listOwnImports);
  yield list('exhibitions.json', listOwnExhibitions);
  yield list('challenges.json', listOwnChallenges);
  yield list('comments.json', listOwnComments);
  yield list('likes.json', listOwnLikes);
  yield list('comment-likes.json', listOwnCommentLikes);
  yield list('saved-posts.json', listOwnSavedPosts);
  yield list('named-in.json', listOwnNames);
  yield list('proposed-descriptions.json', listOwnAltProposals);
  yield list('forum-posts.json', listOwnForumPosts);
  yield list('forum-versions.json', listOwnForumVersions);
  yield list('forum-likes.json', listOwnForumLikes);
  yield list('forum-polls.json', listOwnPolls);
  yield list('forum-votes.json', listOwnVotes);
  yield list('forum-topics-read.json', listOwnForumTracks);
  yield list('forum-categories.json', listOwnForumCategories);
  yield list('forum-drafts.json', listOwnForumDrafts);
  yield list('forum-images.json', listOwnUploads, viewUpload);
  yield list('conversations.json', listOwnConversations);
  yield list('messages.json', listOwnMessages, viewMessage);
  yield list('message-images.json', listOwnUnsentImages, viewUpload);
  yield list('message-reactions.json', listOwnReactions);
  yield list('invitations.json', listOwnInvitations);
  yield list('following.json', listFollowing);
  yield list('followers.json', listFollowers);
  yield list('blocks.json', listOwnBlocks);
  yield list('mutes.json', listOwnMutes);
  yield list('reports.json', listOwnReports);
  yield list('appeals.json', listOwnAppeals);
  yield list('pending.json', listOwnPendingPosts);
  yield list('notifications.json', listOwnNotifications);
}

/** Yields the images in the store. Adds the names of lost files to `missing`. */
async function* listImageFiles(context: Context, memberId: string, missing: string[]): AsyncGenerator<ArchivedFile> {
  for await (const images of pagesOf(context, memberId, listOwnImages, (row) => row))
    for (const { id, width, created_at } of images) {
      const storedFile = await context.store.read(id, `${width}.jpeg`);
      if (storedFile) {
        yield { name: imageFile(id), open: () => storedFile.stream(), compress: false, changedAt: created_at };
        continue;
      }
      missing.push(imageFile(id));
      context.log.warn({ image: id }, 'skipped an image in an export: its file is missing in this node’s store');
    }
}

async function* pagesOf<Row, View>(
  { db }: Context,
  memberId: string,
  readPage: ReadPage<Row>,
  view: (row: Row) => View,
): AsyncGenerator<View[]> {
  let cursor = '';
  for (;;) {
    const page = await readPage(db, memberId, cursor);
    const last = page.at(-1);
    if (last === undefined) return;
    cursor = last.key;
    yield page.map((keyedRow) => {
      const { key: _, ...row } = keyedRow;
      return view(row as Row);
    });
  }
}

const imageFile = (id: string): string => `images/${id}.jpeg`;

const imageFileOrNone = (id: string | null): string | null => (id === null ? null : imageFile(id));

/** Leaves out secrets. */
const viewAccount = (row: OwnAccount) => ({
  id: row.id,
  username: row.username,
  email: row.email,
  email_verified_at: row.email_verified_at,
  new_email_asked_for: row.pending_email,
  joined_by_invitation_at: row.invited_at,
  answer_when_joining: row.joining_answer,
  rules_accepted_at: row.rules_accepted_at,
  role: row.role,
  role_to_confirm: row.role_to_confirm,
  role_without_groups: row.role_without_groups,
  created_at: row.created_at,
  has_password: row.has_password,
  second_step_since: row.second_step_since,
  recovery_codes_left: row.recovery_codes_left,
});

const viewProfile = (row: OwnAccount) => ({
  name: row.name,
  bio: row.bio,
  gender: row.gender,
  date_of_birth: row.date_of_birth,
  occupation: row.occupation,
  country: row.country,
  country_code: row.country_code,
  phone: row.phone,
  social_links: row.social_links,
  interests: row.interests,
  followed_tags: row.followed_tags,
  followed_categories: row.followed_categories,
  picture: imageFileOrNone(row.avatar_image_id) ?? (row.avatar_stock === null ? null : stockAvatarUrl(row.avatar_stock)),
  cover: imageFileOrNone(row.cover_image_id),
  accent: row.accent,
  pinned_posts: row.pinned_posts,
});

const viewPost = ({ images, ...post }: OwnPost) => ({
  ...post,
  images: images.map(({ id, ...image }) => ({ file: imageFile(id), ...image })),
});

const viewMessage = ({ images, ...message }: OwnMessage) => ({
  ...message,
  images: images.map(({ id, alt }) => ({ file: imageFile(id), alt })),
});

const viewUpload = ({ id, ...upload }: OwnUpload) => ({ id, file: imageFile(id), ...upload });
