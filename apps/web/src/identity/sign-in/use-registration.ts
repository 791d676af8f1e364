import { register } from '@mbari/contract/identity/auth';
import * as joining from '@mbari/words/register';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { pageLocale } from '~/platform/lib/language.ts';
import { signIn } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { communityRules } from '~/platform/site/rules-query.ts';

/** Registers and signs in. Requires acceptance of the rules, if there are any. */
export function useRegistration(invitation: string | undefined) {
  const navigate = useNavigate();
  const rules = useQuery(communityRules).data;
  const requiresRules = rules !== undefined && rules.rules.length > 0;
  const form = useForm({
    check: ({ accepted }): FieldErrors => (requiresRules && accepted === undefined ? { accepted: [joining.acceptMissing] } : {}),
    send: async ({ name = '', username = '', email = '', country_code, phone = '', password = '', password_confirmation = '' }) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        name,
        username,
        email,
        country_code,
        phone,
        password,
        password_confirmation,
        locale: pageLocale,
        time_zone,
        invitation,
        ...(requiresRules && { rules_version: rules.version }),
      };
      const { token, user } = await call(register, { body });
      toast.success(sentences.registered);
      if (token) signIn(token, user);
      // Without a token, members must verify their address before they sign in.
      else await navigate({ to: '/login', state: { awaiting: email } });
    },
    onFailure: (error) => toast.error(registrationRefusal(error)),
  });
  return { ...form, requiresRules };
}

function registrationRefusal(error: unknown): string {
  if (!(error instanceof CallRefused)) return sentences.registrationUnexpected;
  // The server's text includes when to retry.
  if (error.status === 429 || error.status === 503) return error.message;
  // Joining was closed, or the invitation used up, in the meantime.
  return error.code === 'registration_closed' || error.code === 'invitation_required'
    ? errorMessage(error, sentences.registrationFailed)
    : sentences.registrationFailed;
}
