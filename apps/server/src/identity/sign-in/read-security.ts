import type { Security } from '@mbari/contract/identity/security';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { viewPasskey } from '../passkeys/passkeys.ts';
import { listPasskeys } from '../passkeys/queries.ts';
import { findSignInMethods, listIdentities } from './queries.ts';

export async function readSecurity({ db, config }: Context, member: { id: string }): Promise<Security> {
  const [methods, passkeys, identities] = await Promise.all([
    findSignInMethods(db, member.id),
    listPasskeys(db, member.id),
    listIdentities(db, member.id),
  ]);
  if (!methods) throw unauthenticated();
  const { has_password, email, pending_email, has_totp, recovery_codes_left } = methods;
  return {
    has_password,
    email,
    pending_email,
    passkeys: passkeys.map(viewPasskey),
    totp: { is_enabled: has_totp, recovery_codes_left },
    providers: identities.map((identity) => ({
      name: providerName(config, identity.issuer),
      email: identity.email,
      linked_at: identity.created_at.toISOString(),
    })),
  };
}

/** Returns the provider's name, or the host of a provider that is no longer configured. */
function providerName({ provider }: Config, issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (provider && url?.href === provider.issuer.href) return provider.name;
  return url?.host ?? issuer;
}
