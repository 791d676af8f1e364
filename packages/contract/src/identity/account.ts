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
  summary: 'Target of the link mailed to a new address: changes the address and redirects to /confirm-email?status=… Starts no session.',
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
    'Request another address. It changes when the mailed link is opened; the old address is notified. A taken address gets the same answer.',
  refuses: ['recent_sign_in_required', 'overloaded'],
  shape: { body: z.object({ email, ...confirmed }), answer: message },
});

export const closeAccount = endpoint('closeAccount', {
  method: 'DELETE',
  path: '/me',
  access: 'session',
  takes: 'json',
  summary: 'Close the member’s account: hidden and signed out at once, erased after 14 days unless the member signs in again.',
  refuses: ['recent_sign_in_required', 'overloaded'],
  shape: { body: z.object(confirmed), answer: message },
});

export const exportAccount = endpoint('exportAccount', {
  method: 'GET',
  path: '/me/export',
  access: 'session',
  sends: 'application/zip',
  summary: 'Download the member’s data as a ZIP: JSON, and the largest stored file of each image.',
  refuses: ['overloaded'],
  /** The answer is a ZIP file, not JSON. */
  shape: { answer: z.undefined() },
});
