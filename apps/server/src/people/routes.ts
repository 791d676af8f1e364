import * as blocks from '@mbari/contract/people/blocks';
import { listMembers as list, listSuggestions } from '@mbari/contract/people/directory';
import {
  profileFields,
  readAuthMe,
  readInterests,
  readMe,
  replaceInterests as replaceInterestsCall,
  updateProfile,
} from '@mbari/contract/people/members';
import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import * as limits from '@mbari/contract/platform/limits';
import { findCategories } from '../photos/save-category.ts';
import type { Context } from '../platform/context.ts';
import { type FormRules, withForm } from '../platform/http/form.ts';
import { route } from '../platform/http/route.ts';
import { isForm } from '../platform/http/server.ts';
import { refuseImages } from '../platform/images/storage.ts';
import { answers } from '../platform/languages.ts';
import { invalid } from '../platform/refusal.ts';
import { blockMember, listBlockedOrMuted, muteMember, unblockMember, unmuteMember } from './blocks.ts';
import { changeProfile } from './change-profile.ts';
import { deleteInterestsExcept, insertInterests, listInterests, lockMember, markInterestsWaived } from './current-user-queries.ts';
import { readCurrentUser, viewInterests } from './current-user-views.ts';
import { listMembers, suggestMembers } from './list-members.ts';
import { readSettings, saveSettings } from './save-settings.ts';

export const blockRoutes = [
  route(blocks.blockMember, async ({ context, member, params }) => {
    await blockMember(context, member, params.id);
    return { message: answers.blocked };
  }),
  route(blocks.unblockMember, async ({ context, member, params }) => {
    await unblockMember(context, member, params.id);
    return { message: answers.unblocked };
  }),
  route(blocks.muteMember, async ({ context, member, params }) => {
    await muteMember(context, member, params.id);
    return { message: answers.muted };
  }),
  route(blocks.unmuteMember, async ({ context, member, params }) => {
    await unmuteMember(context, member, params.id);
    return { message: answers.unmuted };
  }),
  route(blocks.listBlocks, ({ context, member, query }) => listBlockedOrMuted(context, member, 'blocks', query)),
  route(blocks.listMutes, ({ context, member, query }) => listBlockedOrMuted(context, member, 'mutes', query)),
];

const profileForm = {
  fields: profileFields,
  files: {
    name: /^profile_image$/,
    atMost: 1,
    bytes: limits.avatarBytes,
    tooLarge: 'avatarTooLarge',
    tooMany: 'onePicture',
  },
} satisfies FormRules<typeof profileFields>;

export const currentUserRoutes = [
  route(readMe, async ({ context, member }) => ({ data: await readCurrentUser(context, context.db, member.id) })),
  route(readAuthMe, async ({ context, member }) => ({ data: await readCurrentUser(context, context.db, member.id) })),

  route(updateProfile, async ({ context, member, body, request }) => {
    if (isForm(request)) {
      await context.limits.spend('upload by member', member.id);
      const refuseFiles = () => refuseImages(context, member.id, 'avatar');
      await withForm(request, { ...profileForm, refuseFiles }, ({ fields, files }) => changeProfile(context, member, fields, files[0]));
    } else await changeProfile(context, member, body);
    return { data: await readCurrentUser(context, context.db, member.id), message: answers.profileUpdated };
  }),

  route(readInterests, async ({ context, member }) => viewInterests(await listInterests(context.db, member.id))),
  route(replaceInterestsCall, async ({ context, member, body }) => ({
    ...(await replaceInterests(context, member.id, body.category_ids)),
    message: answers.interestsSaved,
  })),
];

/** Replaces the interests, each given by id, slug or name. An unknown one refuses all. An empty list is valid only without categories. */
async function replaceInterests({ db }: Context, memberId: string, names: string[]): Promise<ReturnType<typeof viewInterests>> {
  const categories = await findCategories(db, names);
  const ids = categories.flatMap((category) => category?.id ?? []);
  if (ids.length < names.length) throw invalid({ category_ids: ['interestsNotListed'] });
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    if (ids.length === 0 && (await markInterestsWaived(tx, memberId)) === 0) throw invalid({ category_ids: ['interestMissing'] });
    await deleteInterestsExcept(tx, memberId, ids);
    await insertInterests(tx, memberId, ids);
    return viewInterests(await listInterests(tx, memberId));
  });
}

export const settingsRoutes = [
  route(readForumSettings, async ({ context, member }) => ({ data: await readSettings(context, context.db, member.id) })),
  route(saveForumSettings, async ({ context, member, body }) => ({
    data: await saveSettings(context, member.id, body),
    message: answers.settingsSaved,
  })),
];

export const directoryRoutes = [route(list, ({ context, member, query }) => listMembers(context, member, query))];

export const suggestionRoutes = [
  route(listSuggestions, async ({ context, member, query }) => ({ data: await suggestMembers(context, member, query.limit) })),
];
