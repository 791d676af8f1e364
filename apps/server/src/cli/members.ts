import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as calls from '@mbari/contract/identity/auth';
import { createAdmin, promoteMember } from '../identity/accounts/create-admin.ts';
import { writeExport } from '../identity/export/write-export.ts';
import { removeTotpByUsernameOrEmail } from '../identity/sign-in/second-factor.ts';
import { grantPlan, type Plan, revokePlan } from '../people/plans/grant-plan.ts';
import { parse } from '../platform/http/parse.ts';
import { UsageError } from './command.ts';
import { showProgress } from './progress.ts';
import { withContext } from './with-context.ts';

interface NewAdmin {
  'username': string;
  'email': string;
  'name': string | undefined;
  'password-stdin': boolean;
}

export async function createAdminByName({ username, email, name = username, 'password-stdin': isGiven }: NewAdmin): Promise<void> {
  const generatedPassword = isGiven ? null : randomBytes(12).toString('base64url');
  const password = generatedPassword ?? (await text(process.stdin)).replace(/\r?\n$/, '');
  // Applies the registration rules with a placeholder phone number.
  const checked = parse(calls.register.shape.body, {
    ...{ username, email, name, password, password_confirmation: password },
    ...{ country_code: '+234', phone: '8012345678' },
  });
  await withContext((context) => createAdmin(context, checked));
  console.log(
    `${checked.username} is an admin. Sign in as ${checked.email}${generatedPassword ? ` with the password ${generatedPassword}` : ''}`,
  );
}

export async function changeRole({ member, role }: { member: string; role: 'admin' | 'moderator' | 'member' }): Promise<void> {
  await withContext((context) => promoteMember(context, member, role));
  console.log(`${member} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`);
}

export async function revokePlanByName({ member }: { member: string }): Promise<void> {
  const remaining = await withContext((context) => revokePlan(context, member));
  console.log(
    remaining ? `Revoked the grant. ${member} still has ${describePlan(remaining)} by subscription.` : `${member} has no plan now.`,
  );
}

export async function grantPlanByName(given: { member: string; plan: string; until: string | undefined }): Promise<void> {
  const name = given.plan.trim();
  if (name === '' || name.length > 80) throw new UsageError('--plan must have 1 to 80 characters.');
  const endsAt = readDay(given.until);
  const plan = await withContext((context) => grantPlan(context, given.member, { name, endsAt }));
  console.log(`${given.member} has ${describePlan(plan ?? { name, endsAt })} now.`);
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

export async function turnOffSecondStep({ member }: { member: string }): Promise<void> {
  const wasOn = await withContext((context) => removeTotpByUsernameOrEmail(context, member));
  console.log(wasOn ? `Two-step sign-in is off for ${member}, who is informed by mail.` : `${member} does not use two-step sign-in.`);
}

export async function exportMember({ member, file }: { member: string; file: string }): Promise<void> {
  const archivePath = path.resolve(file);
  await withContext((context) => showProgress((options) => writeExport(context, member, archivePath, options)));
  console.log(`Exported the data of ${member} to ${archivePath}.`);
}
