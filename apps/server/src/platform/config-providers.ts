import { readList, type Source } from './config-storage.ts';
import { isLocalhost } from './localhost.ts';

/** An external identity provider (OpenID Connect). */
export interface ProviderConfig {
  /** Name in OIDC_PROVIDERS and in addresses. */
  key: string;
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** Name on the button. */
  name: string;
  /** Scopes requested in addition to `openid email profile`. */
  scopes: string[];
  /** Claim with the groups of a person. A path such as `realm_access.roles` leads into objects. */
  groupsClaim: string;
  /** Roles and plan names by group, in the order of the setting. */
  roles: ReadonlyMap<string, GroupRole>;
  plans: ReadonlyMap<string, string>;
}

/** Returns whether the provider's groups give roles or plans. */
export const usesGroups = ({ roles, plans }: ProviderConfig): boolean => roles.size + plans.size > 0;

const groupRoles = ['moderator', 'admin'] as const;
export type GroupRole = (typeof groupRoles)[number];

/** Key of the provider whose settings have no name: OIDC_ISSUER and so on. */
export const defaultProvider = 'default';

const longestPlanName = 80;
const maxProviders = 10;

/** Reads the provider of OIDC_ISSUER and those that OIDC_PROVIDERS names. */
export function readProviders(from: Source): ProviderConfig[] {
  const providers = [defaultProvider, ...readKeys(from)].flatMap((key) => readProvider(from, key) ?? []);
  refuseDuplicates(from, providers);
  return providers;
}

function readKeys(from: Source): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const key of readList(from, 'OIDC_PROVIDERS').map((text) => text.toLowerCase())) {
    if (!/^[a-z][a-z0-9]{0,29}$/.test(key) || key === defaultProvider)
      from.problem(`OIDC_PROVIDERS has "${key}", but takes names of letters and digits, such as club,university (not ${defaultProvider}).`);
    else if (keys.has(key)) from.problem(`OIDC_PROVIDERS names ${key} twice.`);
    else keys.add(key);
  }
  if (keys.size > maxProviders) from.problem(`OIDC_PROVIDERS may name at most ${maxProviders} providers.`);
  return keys;
}

const prefixOf = (key: string): string => (key === defaultProvider ? 'OIDC_' : `OIDC_${key.toUpperCase()}_`);

/** Reads all settings of a provider or, for the default one, none. */
function readProvider(from: Source, key: string): ProviderConfig | null {
  const setting = (name: string): string => prefixOf(key) + name;
  const value = (name: string): string | undefined => from.value(setting(name));
  const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];
  const missing = names.filter((name) => value(name) === undefined);
  const name = value('NAME');
  const groupsClaim = value('GROUPS_CLAIM');
  const scopes = (value('SCOPES') ?? '').split(/[\s,]+/).filter(Boolean);
  const roles = readPairs(from, setting('ROLES'), {
    isKnown: (role): role is GroupRole => groupRoles.some((known) => known === role),
    example: 'curators=moderator,board=admin',
    values: `roles are ${groupRoles.join(' and ')}`,
  });
  const plans = readPairs(from, setting('PLANS'), {
    isKnown: (plan): plan is string => plan.length <= longestPlanName,
    example: 'supporters=Premium',
    values: `a plan has at most ${longestPlanName} characters`,
  });
  const isUnused = missing.length === names.length && [name, groupsClaim].every((text) => text === undefined);
  if (key === defaultProvider && isUnused && scopes.length + roles.size + plans.size === 0) return null;
  if (missing.length > 0) {
    const needed = `needs all of ${names.map(setting).join(', ')}`;
    from.problem(
      `${missing.map(setting).join(' and ')} must be set, too: ` +
        (key === defaultProvider
          ? `sign-in by an external provider ${needed}, or none of them.`
          : `the provider ${key} in OIDC_PROVIDERS ${needed}.`),
    );
    return null;
  }
  if (name !== undefined && !/^\P{C}{1,60}$/u.test(name))
    from.problem(`${setting('NAME')} must be what members call the provider, in at most 60 characters, such as Lagos Print School.`);
  if (scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope)))
    from.problem(`${setting('SCOPES')} must be scopes of the provider with blanks between, such as groups.`);
  const [issuer = '', clientId = '', clientSecret = ''] = names.map(value);
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || !isSafeIssuer(url)) {
    from.problem(
      `${setting('ISSUER')} must be the provider’s address, as it stands before /.well-known/openid-configuration, and start with https:// (http:// on this machine only).`,
    );
    return null;
  }
  return {
    ...{ key, issuer: url, clientId, clientSecret, scopes, roles, plans },
    name: name ?? (key === defaultProvider ? 'your community account' : key),
    groupsClaim: groupsClaim ?? 'groups',
  };
}

/** Members could not tell two buttons with one name apart. Accounts are identified by their issuer. */
function refuseDuplicates({ problem }: Source, providers: readonly ProviderConfig[]): void {
  for (const [i, { key, name, issuer }] of providers.entries())
    for (const other of providers.slice(0, i)) {
      if (other.name === name)
        problem(`${prefixOf(key)}NAME is "${name}", as ${prefixOf(other.key)}NAME. Give each provider a name of its own.`);
      if (other.issuer.href === issuer.href)
        problem(`${prefixOf(key)}ISSUER is the same as ${prefixOf(other.key)}ISSUER. Name each provider once.`);
    }
}

/** The provider decides who may sign in, so its responses must not be forgeable. */
const isSafeIssuer = ({ protocol, hostname, pathname, search, hash, username, password }: URL): boolean =>
  (protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname))) &&
  !pathname.includes('/.well-known/') &&
  search + hash + username + password === '';

interface PairRules<Value extends string> {
  isKnown: (value: string) => value is Value;
  example: string;
  /** Sentence part that describes the known values. */
  values: string;
}

/** Reads `group=value` pairs. The last `=` divides, because group names may contain one. */
function readPairs<Value extends string>(from: Source, name: string, { isKnown, example, values }: PairRules<Value>): Map<string, Value> {
  const pairs = new Map<string, Value>();
  for (const text of readList(from, name)) {
    const at = text.lastIndexOf('=');
    const [group, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    if (group === '' || value === '' || !isKnown(value))
      from.problem(`${name} has "${text}", but takes pairs such as ${example}, with commas between; ${values}.`);
    else if (pairs.has(group)) from.problem(`${name} names the group ${group} twice.`);
    else pairs.set(group, value);
  }
  return pairs;
}

/** Returns a note for each provider that has an issuer, but is not in OIDC_PROVIDERS. */
export const noteUnlistedProviders = (env: Record<string, string | undefined>, providers: readonly ProviderConfig[]): string[] =>
  Object.keys(env).flatMap((name) => {
    const key = /^OIDC_([A-Z][A-Z0-9]*)_ISSUER$/.exec(name)?.[1]?.toLowerCase();
    return key === undefined || !env[name]?.trim() || providers.some((provider) => provider.key === key)
      ? []
      : [`${name} is set, but OIDC_PROVIDERS does not name ${key}, so nobody signs in there. Add it: OIDC_PROVIDERS=${key}.`];
  });
