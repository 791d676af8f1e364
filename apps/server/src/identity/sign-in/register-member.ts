import { isCountryCode } from '@mbari/contract/identity/country-codes';
import type { CurrentUser } from '@mbari/contract/people/members';
import { readCurrentUser } from '../../people/current-user-views.ts';
import { hashPassword } from '../../platform/adapters/passwords.ts';
import { internationalPhone } from '../../platform/adapters/phone.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/http/device.ts';
import { isId, newId } from '../../platform/ids.ts';
import { normalizeTimeZone, offeredLocale } from '../../platform/languages.ts';
import { checkAddressLink, type GivenLink } from '../../platform/mail/address-link.ts';
import { mayMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { addAcceptance } from '../../platform/member-views.ts';
import { because, invalid } from '../../platform/refusal.ts';
import { screen } from '../../platform/screening/screen.ts';
import { isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { openAccount } from '../accounts/open-account.ts';
import { countRegistration, joinOrApply, requireOpenJoining } from '../joining/join-or-apply.ts';
import { refuseIfOverloaded, requireUnguessablePassword } from './log-in.ts';
import { findAddress } from './queries.ts';
import { type IssuedSession, startSession } from './sessions.ts';

export interface Registration {
  name: string;
  username: string;
  email: string;
  country_code: string;
  phone: string;
  password: string;
  locale?: string | undefined;
  time_zone?: string | undefined;
  invitation?: string | undefined;
  rules_version?: number | undefined;
}

export interface RegistrationResult {
  /** Null if members must verify first. */
  session: IssuedSession | null;
  user: CurrentUser;
}

/** Opens a pending account. The mail job checks whether the address is known, so the response reveals nothing. */
export async function registerMember(context: Context, registration: Registration, device: Device): Promise<RegistrationResult> {
  await requireOpenJoining(context.db, registration.invitation);
  const phone = requirePhone(registration);
  await requireUnguessablePassword(registration.password, registration);
  await screen(context, { role: 'member' }, { name: registration.name, username: registration.username });
  const password_hash = await refuseIfOverloaded(hashPassword(registration.password));
  const id = newId();
  const locale = offeredLocale((await context.site.read()).languages, registration.locale);
  const isMailed = await mayMail(context, registration.email);
  const result = await context.db.transaction(async (tx) => {
    const { name, username, email, country_code } = registration;
    await openAccount(tx, {
      id,
      name,
      username,
      email,
      country_code,
      phone,
      password_hash,
      locale,
      time_zone: normalizeTimeZone(registration.time_zone),
    });
    await joinOrApply(tx, id, registration.invitation);
    // Stores nothing if the rules have changed; the member must then accept the new ones.
    if (registration.rules_version !== undefined) await addAcceptance(tx, id, registration.rules_version);
    if (isMailed) await queueMail(tx, { kind: 'registered', member_id: id });
    const maySignIn = context.config.unverifiedLogin === 'allow';
    return { session: maySignIn ? await startSession(context, tx, id, device) : null, user: await readCurrentUser(context, tx, id) };
  });
  await countRegistration(context);
  return result;
}

function requirePhone({ country_code, phone }: Registration): string {
  if (!isCountryCode(country_code)) throw invalid({ country_code: ['countryCodeNotListed'] });
  const number = internationalPhone(phone, country_code);
  if (number === null) throw invalid({ phone: [because('phoneOfOtherCountry', { code: country_code })] });
  return number;
}

export type VerificationStatus = 'verified' | 'already-verified' | 'invalid-signature' | 'invalid-hash';

/** Verifies the address of a mailed link. Repeated clicks change nothing; no session starts. */
export async function verifyEmail(context: Context, link: GivenLink): Promise<VerificationStatus> {
  const member = isId(link.id) ? await findAddress(context.db, link.id) : undefined;
  const check = checkAddressLink(context, 'verify-email', member, link);
  if (check === 'wrong hash') return 'invalid-hash';
  if (check === 'wrong signature' || !member) return 'invalid-signature';
  if (member.email_verified) return 'already-verified';
  if (check === 'expired') return 'invalid-signature';
  try {
    return await context.db.transaction(async (tx) => {
      const addressStatus = await verifyAddress(tx, member);
      if (addressStatus === null) return 'already-verified';
      if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: member.id });
      return 'verified';
    });
  } catch (error) {
    // Another account verified the same address first.
    if (isAddressTaken(error)) return 'already-verified';
    throw error;
  }
}

/** Limits mails by address, because many pending accounts may share an address. */
export async function mailVerificationLink(context: Context, member: { id: string }): Promise<void> {
  const account = await findAddress(context.db, member.id);
  if (!account || account.email_verified || !(await mayMail(context, account.email))) return;
  await queueMail(context.db, { kind: 'verify', member_id: member.id });
}
