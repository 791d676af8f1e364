import { z } from 'zod';
import { rulesVersion } from '../moderation/rules.ts';
import { currentUser } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, codePoints, id, localeTag, message, text, timeZone } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { invitationToken } from './invitations.ts';

/** Returns the canonical form of an email address: trimmed, lower case, domain in ASCII. Keeps a domain that has no such form. */
export function canonicalEmail(written: string): string {
  const address = written.trim().toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || /^\p{ASCII}*$/u.test(domain) || /[\s/\\?#:%[\]]/.test(domain)) return address;
  const host = `http://${domain}`;
  return URL.canParse(host) ? address.slice(0, at) + new URL(host).hostname : address;
}

/** Email address in canonical form. Refuses quoted local parts, comments, IP literals and non-ASCII local parts. */
export const email = z
  .string(because('mustBeText', { field: 'email' }))
  .max(limits.email, because('textTooLong', { field: 'email', most: limits.email }))
  .transform(canonicalEmail)
  .refine((value) => value !== '', { error: because('fieldRequired', { field: 'email' }), abort: true })
  .refine((value) => !/[^\p{ASCII}].*@/u.test(value), { error: because('emailLocalNotAscii'), abort: true })
  .refine(isEmail, because('emailInvalid'));

function isEmail(value: string): boolean {
  const at = value.indexOf('@');
  if (value.length > limits.email || at < 1 || at > 64 || value.indexOf('@', at + 1) !== -1) return false;
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

/** Normalizes a password by RFC 8265 (OpaqueString), because keyboards differ: non-ASCII spaces become U+0020, then NFC. */
export const preparePassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

/** Normalized by RFC 8265, never trimmed. Refuses control characters and lone surrogates. */
export const newPassword = z
  .string(because('mustBeText', { field: 'password' }))
  .transform(preparePassword)
  .refine((value) => value !== '', { error: because('fieldRequired', { field: 'password' }), abort: true })
  .refine(
    (value) => codePoints(value, limits.passwordMax) <= limits.passwordMax,
    because('textTooLong', { field: 'password', most: limits.passwordMax }),
  )
  .refine((value) => codePoints(value, limits.passwordMax) >= limits.passwordMin, because('passwordTooShort'))
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), because('textNotKept', { field: 'password' }));

/** Maximum UTF-16 units of a password before composition: up to four code points compose to one, each of up to two units. */
export const passwordUnits = limits.passwordMax * 8;

/** Refinement for a password and its repetition. */
export const samePassword = { path: ['password_confirmation'], error: because('passwordsDiffer') };

export const confirmation = z
  .string(because('mustBeText', { field: 'confirmation' }))
  .max(passwordUnits, because('passwordsDiffer'))
  .transform(preparePassword);

/** Confirmation by the member's own password. A member without a password needs a recent sign-in instead. */
export const confirmed = {
  password: z
    .string(because('mustBeText', { field: 'password' }))
    .max(passwordUnits, because('passwordWrong'))
    .optional(),
};

const username = z
  .string(because('mustBeText', { field: 'username' }))
  .max(200, because('textTooLong', { field: 'username', most: limits.usernameMax }))
  .transform((value) => value.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, { error: because('fieldRequired', { field: 'username' }), abort: true })
      .min(limits.usernameMin, { error: because('textTooShort', { field: 'username', least: limits.usernameMin }), abort: true })
      .max(limits.usernameMax, { error: because('textTooLong', { field: 'username', most: limits.usernameMax }), abort: true })
      .regex(/^[a-z0-9_.]+$/, { error: because('usernameCharacters'), abort: true })
      .regex(/[a-z]/, because('usernameWithoutLetter')),
  );

export const session = z.object({ token: z.string(), user: currentUser });

export const register = endpoint('register', {
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  status: 201,
  summary: 'Create an account. A taken address gets the same answer, and its owner is emailed.',
  refuses: ['registration_closed', 'invitation_required'],
  shape: {
    body: z
      .object({
        name: text({ label: 'name', max: limits.name, min: 1, isName: true }),
        username,
        email,
        country_code: z
          .string(because('mustBeText', { field: 'country code' }))
          .regex(/^\+[1-9][0-9]{0,3}$/, because('countryCodeNotListed'))
          .default('+234'),
        phone: z
          .string(because('mustBeText', { field: 'phone' }))
          .min(1, { error: because('fieldRequired', { field: 'phone' }), abort: true })
          .max(32, because('phoneTooLong'))
          .regex(/^[0-9 ()+.-]{4,32}$/, because('phoneNotNumber')),
        password: newPassword,
        password_confirmation: confirmation,
        /** Language for the member's emails. Ignored if it is not offered. */
        locale: localeTag.optional(),
        /** Time zone for the member's emails. Ignored if it is unknown. */
        time_zone: timeZone.optional(),
        invitation: invitationToken.optional(),
        rules_version: rulesVersion.optional(),
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    /** Without `token` if the member must verify their address first. */
    answer: z.object({ token: z.string().optional(), user: currentUser, message: z.string() }),
  },
});

export const login = endpoint('login', {
  method: 'POST',
  path: '/auth/login',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Start a session: a bearer token for one hour and a refresh cookie.',
  refuses: ['invalid_credentials', 'second_factor_required', 'invalid_code', 'account_suspended', 'email_unverified', 'overloaded'],
  shape: {
    body: z.object({
      email: z
        .string(because('mustBeText', { field: 'email' }))
        .min(1, because('fieldRequired', { field: 'email' }))
        .max(limits.email)
        .refine((value) => !value.includes('\0'), because('emailInvalid'))
        .transform(canonicalEmail),
      password: z
        .string(because('mustBeText', { field: 'password' }))
        .min(1, because('fieldRequired', { field: 'password' }))
        .max(passwordUnits),
      device_name: text({ label: 'device name', max: limits.deviceName }).optional(),
      /** Second factor of the account: six digits from the app, or a recovery code. */
      code: z
        .string(because('mustBeText', { field: 'code' }))
        .max(limits.secondFactorCode, because('notCode'))
        .optional(),
    }),
    answer: session,
  },
});

export const readEmailStatus = endpoint('readEmailStatus', {
  method: 'GET',
  path: '/email/status',
  access: 'session',
  summary: 'Read whether the member’s address is verified.',
  shape: { answer: z.object({ email_verified: z.boolean(), verified: z.boolean() }) },
});

export const resendVerification = endpoint('resendVerification', {
  method: 'POST',
  path: '/email/resend',
  access: 'session',
  summary: 'Send the verification email again.',
  shape: { answer: message },
});

export const resendVerificationByEmail = endpoint('resendVerificationByEmail', {
  method: 'POST',
  path: '/email/resend-by-email',
  access: 'open',
  takes: 'json',
  summary: 'Send the verification email again, by address. An unknown address gets the same answer.',
  shape: { body: z.object({ email }), answer: message },
});

export const verifyEmail = endpoint('verifyEmail', {
  method: 'GET',
  path: '/email/verify/{id}/{hash}',
  access: 'open',
  onlyWhenOpened: true,
  status: 302,
  summary: 'Target of the mailed link: verifies the address and redirects to /verify-email?status=… Starts no session.',
  shape: {
    params: z.object({ id, hash: z.string().max(256) }),
    query: z.object({ expires: z.string().max(32).optional(), signature: z.string().max(256).optional() }),
    answer: z.void(),
  },
});
