import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as calls from '@mbari/contract/identity/auth';
import { createAdmin } from '../identity/accounts/create-admin.ts';
import { promoteMember } from '../identity/accounts/roles.ts';
import { writeExport } from '../identity/export/write-export.ts';
import { removeTotpByUsernameOrEmail } from '../identity/second-factor/remove-totp.ts';
import { grantPlan, revokePlan } from '../people/plans/grant-plan.ts';
import type { Plan } from '../people/plans/update-plan-in-force.ts';
import { parse } from '../platform/http/parse.ts';
import { showProgress } from './progress.ts';
import { onlyWord, readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function createAdminByName(args: string[]): Promise<void> {
  const { words, values, flags } = readArguments(args, ['username', 'email', 'name'], ['password-stdin']);
  const { username, email } = values;
  if (words.length > 0 || !username || !email) throw new UsageError('--username and --email are required.');
  const generatedPassword = flags.has('password-stdin') ? null : randomBytes(12).toString('base64url');
  const password = generatedPassword ?? (await text(process.stdin)).replace(/\r?\n$/, '');
  // Applies the registration rules with a placeholder phone number.
  const checked = parse(calls.register.shape.body, {
    ...{ username, email, name: values['name'] ?? username, password, password_confirmation: password },
    ...{ country_code: '+234', phone: '8012345678' },
  });
  await withContext((context) => createAdmin(context, checked));
  console.log(
    `${checked.username} is an admin. Sign in as ${checked.email}${generatedPassword ? ` with the password ${generatedPassword}` : ''}`,
  );
}

export async function changeRole(args: string[]): Promise<void> {
  const { words, values } = readArguments(args, ['role']);
  const username = onlyWord(words, 'member');
  const role = (['admin', 'moderator', 'member'] as const).find((name) => name === (values['role'] ?? 'admin'));
  if (role === undefined) throw new UsageError('--role must be admin, moderator or member.');
  await withContext((context) => promoteMember(context, username, role));
  console.log(`${username} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`);
}

export async function changePlan(action: 'grant' | 'revoke', args: string[]): Promise<void> {
  const { words, values } = readArguments(args, action === 'grant' ? ['plan', 'until'] : []);
  const username = onlyWord(words, 'member');
  if (action === 'revoke') {
    const remaining = await withContext((context) => revokePlan(context, username));
    return console.log(
      remaining ? `Revoked the grant. ${username} still has ${describePlan(remaining)} by subscription.` : `${username} has no plan now.`,
    );
  }
  const name = (values['plan'] ?? 'Premium').trim();
  if (name === '' || name.length > 80) throw new UsageError('--plan must have 1 to 80 characters.');
  const endsAt = readDay(values['until']);
  const plan = await withContext((context) => grantPlan(context, username, { name, endsAt }));
  console.log(`${username} has ${describePlan(plan ?? { name, endsAt })} now.`);
}

const describePlan = ({ name, endsAt }: Plan): string => `the plan ${name}${endsAt ? ` until ${endsAt.toISOString().slice(0, 10)}` : ''}`;

/** End of the day in UTC. */
function readDay(day: string | undefined): Date | null {
  if (day === undefined) return null;
  const end = new Date(`${day}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day))
    throw new UsageError('--until must be a day, such as 2030-12-31.');
  if (end < new Date()) throw new UsageError('--until is in the past.');
  return end;
}

export async function turnOffSecondStep(args: string[]): Promise<void> {
  const username = onlyWord(readArguments(args, []).words, 'member');
  const wasOn = await withContext((context) => removeTotpByUsernameOrEmail(context, username));
  console.log(wasOn ? `Two-step sign-in is off for ${username}, who is informed by mail.` : `${username} does not use two-step sign-in.`);
}

export async function exportMember(args: string[]): Promise<void> {
  const { words } = readArguments(args, []);
  const [username, file, ...more] = words;
  if (username === undefined || file === undefined || more.length > 0) throw new UsageError('MEMBER and FILE are required.');
  const archivePath = path.resolve(file);
  await withContext((context) => showProgress((options) => writeExport(context, username, archivePath, options)));
  console.log(`Exported the data of ${username} to ${archivePath}.`);
}
