import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { authShapes } from '@mbari/contract/shapes/auth';
import { createAdmin } from '../identity/accounts/create-admin.ts';
import { promoteMember } from '../identity/accounts/promote-member.ts';
import { parse } from '../platform/http/parse.ts';
import { onlyWord, readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function createAdminByName(args: string[]): Promise<void> {
  const { words, values, flags } = readArguments(args, ['username', 'email', 'name'], ['password-stdin']);
  const { username, email } = values;
  if (words.length > 0 || !username || !email) throw new UsageError('--username and --email are required.');
  const made = flags.has('password-stdin') ? null : randomBytes(12).toString('base64url');
  const password = made ?? (await text(process.stdin)).replace(/\r?\n$/, '');
  // The registration rules, without a phone number.
  const checked = parse(authShapes.register.body, {
    ...{ username, email, name: values['name'] ?? username, password, password_confirmation: password },
    ...{ country_code: '+234', phone: '8012345678' },
  });
  await withContext((context) => createAdmin(context, checked));
  console.log(`${checked.username} is an admin. Sign in as ${checked.email}${made ? ` with the password ${made}` : ''}`);
}

export async function changeRole(args: string[]): Promise<void> {
  const { words, values } = readArguments(args, ['role']);
  const who = onlyWord(words, 'member');
  const role = (['admin', 'moderator', 'member'] as const).find((name) => name === (values['role'] ?? 'admin'));
  if (role === undefined) throw new UsageError('--role must be admin, moderator or member.');
  await withContext((context) => promoteMember(context, who, role));
  console.log(`${who} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`);
}
