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
    providers: identities.map(({ id, issuer, email: address, created_at }) => ({
      id,
      ...viewProvider(config, issuer),
      email: address,
      linked_at: created_at.toISOString(),
    })),
  };
}

/** A provider that is no longer configured is named by its host. */
export function viewProvider({ providers }: Config, issuer: string): Pick<Security['providers'][number], 'key' | 'name'> {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const provider = providers.find((configured) => configured.issuer.href === url?.href);
  return provider ? { key: provider.key, name: provider.name } : { key: null, name: url?.host ?? issuer };
}
