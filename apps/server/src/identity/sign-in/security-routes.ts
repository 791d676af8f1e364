import {
  confirmTotp as confirmTotpCall,
  readSecurity as readSecurityCall,
  removeTotp as removeTotpCall,
  replaceRecoveryCodes as replaceRecoveryCodesCall,
  startTotp as startTotpCall,
} from '@mbari/contract/identity/security';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from '../second-factor/second-factor.ts';
import { confirmOwner } from './password-checks.ts';
import { readSecurity } from './read-security.ts';
import { withinSession } from './sessions.ts';

/** Second-step routes are here: in second-factor, they would form an import cycle with sign-in. */
export const securityRoutes = [
  route(readSecurityCall, async ({ context, member }) => ({ data: await readSecurity(context, member) })),

  route(startTotpCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    return { data: await startTotp(context, member) };
  }),

  route(confirmTotpCall, async ({ context, member, body }) => ({
    recovery_codes: await withinSession(context, member, (tx) => confirmTotp(context, tx, member, body.code)),
    message: answers.secondFactorOn,
  })),

  route(removeTotpCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    await withinSession(context, member, (tx) => removeTotp(tx, member));
    return { message: answers.secondFactorOff };
  }),

  route(replaceRecoveryCodesCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    const recovery_codes = await withinSession(context, member, (tx) => replaceRecoveryCodes(context, tx, member));
    return { recovery_codes, message: answers.recoveryCodesReplaced };
  }),
];
