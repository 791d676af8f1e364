import { randomInt } from 'node:crypto';
import { text } from '@mbari/contract/platform/fields';
import { removeInvisible } from '@mbari/contract/platform/invisible-characters';
import * as limits from '@mbari/contract/platform/limits';
import type { Identity } from '../../platform/adapters/identity-provider.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { isReserved } from '../accounts/open-account.ts';

export interface SuggestedNames {
  name: string;
  /** Candidates, best first. */
  usernames: string[];
}

const displayName = text({ label: 'name', max: limits.name, min: 1, isName: true });

/** Derives name and username candidates from the provider's data. */
export function suggestNames(
  { names, usernames }: Pick<Identity, 'names' | 'usernames'>,
  isRefused: (name: string) => boolean = () => false,
): SuggestedNames {
  const allowedUsernames = [...new Set(usernames.map(toUsername))].filter((username) => isValidUsername(username) && !isRefused(username));
  const [base = 'member'] = allowedUsernames;
  const maxBaseLength = limits.usernameMax - 6;
  const numbered = Array.from({ length: 6 }, () => `${base.slice(0, maxBaseLength)}_${randomInt(10_000, 100_000)}`);
  const candidates = [...allowedUsernames, ...numbered];
  // Skips addresses, because names are public.
  const name = names
    .filter((candidate) => !candidate.includes('@') && !resemblesStaff(candidate) && !isRefused(candidate))
    .map((candidate) => displayName.safeParse(cleanName(candidate)))
    .find(({ success }) => success)?.data;
  return { name: name ?? candidates[0]!, usernames: candidates };
}

/** `Olú Adé` becomes `olu.ade`; `n.eze+mbari@example.org` becomes `n.eze`. */
const toUsername = (word: string): string =>
  word
    .slice(0, 200)
    .replace(/(?:\+[^@]*)?@.*$/s, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '.')
    .slice(0, limits.usernameMax)
    .replaceAll(/^\.+|\.+$/g, '');

const isValidUsername = (username: string): boolean =>
  username.length >= limits.usernameMin && /[a-z]/.test(username) && !isReserved(username);

const cleanName = (word: string): string =>
  [...removeInvisible(word.slice(0, 1_000).replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')).trim()].slice(0, limits.name).join('');
