import { closeAccount as closeAccountCall } from '@mbari/contract/identity/account';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { clearRefreshCookie } from '../sign-in/sessions.ts';
import { closeAccount } from './close-account.ts';

export const closingRoutes = [
  route(closeAccountCall, async ({ context, member, body, reply }) => {
    await closeAccount(context, member, body.password);
    clearRefreshCookie(reply, context.config);
    return { message: answers.accountClosed };
  }),
];
