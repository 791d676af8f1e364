import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, localeTag, text, timeZone } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { directMessageSenders, emailPreferences, forumSettings, perSwitch, pushPreferences, sensitivePhotos } from './members.ts';

const choice = (label: string) => z.boolean(because('settingNotYesOrNo', { field: label })).optional();

const mutedWord = text({ label: 'muted word', max: limits.mutedWord, min: 1 }).refine(
  (word) => /[\p{L}\p{N}]/u.test(word),
  because('mutedWordWithoutLetters'),
);

/** Omitted fields keep their values. */
export const settingsChange = z.object({
  profile_visibility: z.enum(['public', 'private'], because('profileVisibilityUnknown')).optional(),
  post_visibility: z.enum(['public', 'followers'], because('postVisibilityUnknown')).optional(),
  contact_visibility: z
    .enum(['everyone', 'public', 'followers', 'registered', 'private'], because('contactVisibilityUnknown'))
    // `public` means `everyone`.
    .transform((value) => (value === 'public' ? 'everyone' : value))
    .optional(),
  show_online_status: choice('online status'),
  allow_direct_messages: choice('direct messages'),
  direct_messages_from: z.enum(directMessageSenders, because('directMessagesFromUnknown')).optional(),
  show_read_receipts: choice('read receipts'),
  show_typing: choice('typing indicator'),
  show_email: choice('email'),
  show_phone_number: choice('phone number'),
  show_location: choice('location'),
  show_birthday: choice('birthday'),
  show_to_visitors: choice('visitors'),
  tags_in_following: choice('followed tags'),
  sensitive_photos: z.enum(sensitivePhotos, because('sensitivePhotosUnknown')).optional(),
  may_be_named: choice('names in photos'),
  takes_alt_proposals: choice('proposed descriptions'),
  ...perSwitch(choice),
  push_notification_preferences: pushPreferences.partial().optional(),
  email_notification_preferences: emailPreferences.partial().optional(),
  /** Null: the browser's language. */
  locale: localeTag.nullable().optional(),
  /** Null: the community's time zone. */
  time_zone: timeZone.nullable().optional(),
  muted_words: z
    .array(mutedWord, because('mutedWordsNotList'))
    .max(limits.mutedWords, because('tooManyMutedWords', { most: limits.mutedWords }))
    .transform((words) => [...new Set(words)])
    .optional(),
});

const saved = z.object({ data: forumSettings });

export const readForumSettings = endpoint('readForumSettings', {
  method: 'GET',
  path: '/me/forum-settings',
  access: 'verified',
  scope: 'read',
  summary: 'Read the member’s settings.',
  shape: { answer: saved },
});

export const saveForumSettings = endpoint('saveForumSettings', {
  method: 'PUT',
  path: '/me/forum-settings',
  access: 'verified',
  takes: 'json',
  summary:
    'Change the member’s settings. Omitted fields keep their values. Visibility is part of the paid plan, but can always be sent unchanged or set to public.',
  refuses: ['upgrade_required'],
  shape: { body: settingsChange, answer: saved.extend({ message: z.string() }) },
});
