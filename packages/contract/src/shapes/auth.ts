import { z } from 'zod';
import * as limits from '../limits.ts';
import * as sentences from '../sentences.ts';
import { codePoints, text, message, id, localeTag } from './fields.ts';
import { currentUser } from './members.ts';

/** One canonical form: trimmed and lower case. Quoted local parts, comments, IP literals and non-ASCII are refused. */
export const email = z
  .string('The email must be text.')
  .max(limits.email, `The email may have at most ${limits.email} characters.`)
  .transform((value) => value.trim().toLowerCase())
  .refine(isEmail, 'The email must be a valid address.');

function isEmail(value: string): boolean {
  const at = value.indexOf('@');
  if (at < 1 || at > 64 || value.indexOf('@', at + 1) !== -1) return false;
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  return (
    /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '')
  );
}

/** Kept as typed, never trimmed. */
export const newPassword = z
  .string('The password must be text.')
  .refine(
    (value) => codePoints(value, limits.passwordMax) <= limits.passwordMax,
    `The password may have at most ${limits.passwordMax} characters.`,
  )
  .refine((value) => codePoints(value, limits.passwordMax) >= limits.passwordMin, sentences.passwordTooShort)
  .refine((value) => !value.includes('\0'), 'The password has characters that cannot be kept.');

/** For a form with a password and its repetition: where the two differ. */
export const samePassword = { path: ['password_confirmation'], error: sentences.passwordsDiffer };

export const confirmation = z.string('The confirmation must be text.').max(limits.passwordMax * 2);

/** One's own password, as a confirmation. Left out by members who have none: for them, a sign-in within the last minutes counts. */
export const confirmed = {
  password: z
    .string('The password must be text.')
    .max(limits.passwordMax * 2)
    .optional(),
};

const username = z
  .string('The username must be text.')
  .max(200, `The username may have at most ${limits.usernameMax} characters.`)
  .transform((value) => value.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(limits.usernameMin, `The username must have at least ${limits.usernameMin} characters.`)
      .max(limits.usernameMax, `The username may have at most ${limits.usernameMax} characters.`)
      .regex(/^[a-z0-9_.]+$/, 'The username may have letters a-z, digits, _ and . only.')
      .regex(/[a-z]/, 'The username needs at least one letter.'),
  );

export const session = z.object({ token: z.string(), user: currentUser });

export const authShapes = {
  register: {
    body: z
      .object({
        name: text({ label: 'name', max: limits.name, min: 1, isName: true }),
        username,
        email,
        country_code: z
          .string('The country code must be text.')
          .regex(/^\+[1-9][0-9]{0,3}$/, 'Choose a country code from the list.')
          .default('+234'),
        phone: z
          .string('The phone must be text.')
          .max(32, 'The phone number is too long.')
          .regex(/^[0-9 ()+.-]{4,32}$/, 'The phone must be a number.'),
        password: newPassword,
        password_confirmation: confirmation,
        /** The language of the page, for the member’s mails. One that is not offered is not kept. */
        locale: localeTag.optional(),
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    /** Without `token` where nobody is let in before they have verified. */
    answer: z.object({ token: z.string().optional(), user: currentUser, message: z.string() }),
  },
  login: {
    body: z.object({
      email: z
        .string('The email must be text.')
        .min(1, 'The email is required.')
        .max(limits.email)
        .refine((value) => !value.includes('\0'), 'The email must be a valid address.')
        .transform((value) => value.trim().toLowerCase()),
      password: z
        .string('The password must be text.')
        .min(1, 'The password is required.')
        .max(limits.passwordMax * 2),
      device_name: text({ label: 'device name', max: limits.deviceName }).optional(),
      /** Of the second step, where the account has one: six digits of the app, or a recovery code. */
      code: z.string('The code must be text.').max(limits.secondFactorCode, 'That is not a code.').optional(),
    }),
    answer: session,
  },
  readEmailStatus: { answer: z.object({ email_verified: z.boolean(), verified: z.boolean() }) },
  resendVerification: { answer: message },
  resendVerificationByEmail: { body: z.object({ email }), answer: message },
  verifyEmail: {
    params: z.object({ id, hash: z.string().max(256) }),
    query: z.object({ expires: z.string().max(32).optional(), signature: z.string().max(256).optional() }),
    answer: z.void(),
  },
};
