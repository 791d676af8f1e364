import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, message } from '../platform/fields.ts';
import { confirmed, email } from './auth.ts';

export const confirmNewEmail = endpoint('confirmNewEmail', {
  method: 'GET',
  path: '/email/change/{id}/{hash}',
  access: 'open',
  onlyWhenOpened: true,
  status: 302,
  summary:
    'Where the link leads that is mailed to a new address: makes it the member’s own and redirects to /confirm-email?status=… It starts no session.',
  shape: {
    params: z.object({ id, hash: z.string().max(256) }),
    query: z.object({ expires: z.string().max(32).optional(), signature: z.string().max(256).optional() }),
    answer: z.void(),
  },
});

export const changeEmail = endpoint('changeEmail', {
  method: 'PUT',
  path: '/me/email',
  access: 'session',
  takes: 'json',
  summary:
    'Ask for another address. It holds once the link mailed to it was followed; the old address is told. Answers alike for a taken address.',
  refuses: ['recent_sign_in_required', 'overloaded'],
  shape: { body: z.object({ email, ...confirmed }), answer: message },
});

export const closeAccount = endpoint('closeAccount', {
  method: 'DELETE',
  path: '/me',
  access: 'session',
  takes: 'json',
  summary: 'Close one’s account: signed out and invisible at once, erased after 14 days unless its owner signs in again.',
  refuses: ['recent_sign_in_required', 'overloaded'],
  shape: { body: z.object(confirmed), answer: message },
});

export const exportAccount = endpoint('exportAccount', {
  method: 'GET',
  path: '/me/export',
  access: 'session',
  sends: 'application/zip',
  summary: 'A ZIP of all that one made: JSON, and the largest stored form of each image.',
  refuses: ['overloaded'],
  /** Sent as a file, not as JSON. */
  shape: { answer: z.undefined() },
});
