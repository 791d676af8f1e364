import {
  addPasskey as addPasskeyCall,
  passkeyLogin,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
  startPasskey as startPasskeyCall,
  startPasskeyLogin as startPasskeyLoginCall,
} from '@mbari/contract/identity/passkeys';
import { deviceOf } from '../../platform/http/device.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { confirmOwner } from '../sign-in/log-in.ts';
import { setRefreshCookie } from '../sign-in/sessions.ts';
import { addPasskey, logInWithPasskey, removePasskey, renamePasskey, startPasskey, startPasskeyLogin } from './passkeys.ts';

export const passkeyRoutes = [
  route(startPasskeyLoginCall, async ({ context, request }) => {
    await context.limits.spend('passkey by ip', addressKey(request.ip));
    return { data: { ...(await startPasskeyLogin(context)) } };
  }),

  route(passkeyLogin, async ({ context, body, request, reply }) => {
    await context.limits.spend('passkey by ip', addressKey(request.ip));
    const { token, refresh, user } = await logInWithPasskey(context, body.response, deviceOf(request, body.device_name));
    setRefreshCookie(reply, context.config, refresh);
    return { token, user };
  }),

  route(startPasskeyCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    return { data: { ...(await startPasskey(context, member)) } };
  }),

  route(addPasskeyCall, async ({ context, member, body }) => ({
    data: await addPasskey(context, member, body.name, body.response),
    message: answers.passkeyAdded,
  })),

  route(renamePasskeyCall, async ({ context, member, params, body }) => ({
    data: await renamePasskey(context, member, params.id, body.name),
    message: answers.passkeyRenamed,
  })),

  route(removePasskeyCall, async ({ context, member, params, body }) => {
    await confirmOwner(context, member, body.password);
    await removePasskey(context, member, params.id);
    return { message: answers.passkeyRemoved };
  }),
];
