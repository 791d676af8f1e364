import { z } from 'zod';
import { earliestBirthday, latestBirthday } from '../age.ts';
import { countries } from '../countries.ts';
import { genders } from '../genders.ts';
import * as limits from '../limits.ts';
import * as sentences from '../sentences.ts';
import { stockAvatars, stockAvatarUrl } from '../stock-avatars.ts';
import { category } from './categories.ts';
import { id, text } from './fields.ts';
import { currentUser, socialNetworks } from './members.ts';

const spellings: Record<string, string> = { prefer_not_to_say: 'prefer-not-to-say', non_binary: 'non-binary' };

/** A real calendar day that is at least 18 years ago. */
export const dateOfBirth = z.iso
  .date('The date of birth must be a real day, as YYYY-MM-DD.')
  .refine((day) => day >= earliestBirthday, 'The date of birth must be after 1900.')
  .refine((day) => day <= latestBirthday(), sentences.tooYoung);

const link = z
  .string('The link must be text.')
  .max(limits.socialLink, `The link may have at most ${limits.socialLink} characters.`)
  .refine((value) => value === '' || isWebAddress(value), 'The link must be a web address (https://…).');

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\\\u0000-\u0020]+$/i.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && url.hostname.includes('.');
}

const links = z.strictObject(
  Object.fromEntries(socialNetworks.map((network) => [network, link.optional()])) as Record<
    (typeof socialNetworks)[number],
    z.ZodOptional<typeof link>
  >,
  'The social links must be an object.',
);

/** Forms carry the links as JSON text. */
const linksOrText = z.union([
  links,
  z
    .string()
    .max(2048)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'The social links must be JSON.' });
        return z.NEVER;
      }
    })
    .pipe(links),
]);

export const profileFields = z.object({
  name: text({ label: 'name', max: limits.name, min: 1 }).optional(),
  bio: text({ label: 'bio', max: limits.bio, min: 1, lines: true }).optional(),
  gender: z
    .string('The gender must be text.')
    .max(40)
    .transform((value) => (Object.hasOwn(spellings, value) ? spellings[value] : value))
    .pipe(z.enum(genders, 'Choose one of the genders listed.'))
    .optional(),
  date_of_birth: dateOfBirth.optional(),
  occupation: text({ label: 'occupation', max: limits.occupation, min: 1 }).optional(),
  country: z
    .string('The country must be text.')
    .regex(/^(?:[A-Za-z]{2})?$/, { error: 'The country must be a two-letter code.', abort: true })
    .transform((code) => code.toUpperCase())
    // Empty: told no more.
    .refine((code) => code === '' || countries.includes(code), 'The country must be one that there is.')
    .optional(),
  phone: z.string('The phone must be text.').max(32, 'The phone number is too long.').optional(),
  social_links: linksOrText.optional(),
  profile_image: z.enum(stockAvatars.map(stockAvatarUrl), 'Choose one of the pictures offered.').optional(),
  profile_image_url: z.enum(stockAvatars.map(stockAvatarUrl), 'Choose one of the pictures offered.').optional(),
});

export const meShapes = {
  updateProfile: { body: profileFields, answer: z.object({ data: currentUser, message: z.string() }) },
  readInterests: { answer: z.object({ available: z.array(category), selected: z.array(category) }) },
  replaceInterests: {
    body: z.object({
      category_ids: z.array(id, 'The interests must be a list.').min(1, 'Choose at least one interest.').max(limits.interests),
    }),
    answer: z.object({ available: z.array(category), selected: z.array(category), message: z.string() }),
  },
};
