import { type Statements, violates } from '../../platform/db/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { insertMember, insertVerifiedMember, type NewMember } from './queries.ts';

const usernameTaken = () => invalid({ username: ['usernameTaken'] });

/** Adds a pending account. Throws `validation` for a taken or reserved username, or a name like the team's. */
export async function openAccount(tx: Statements, member: NewMember): Promise<void> {
  if (resemblesStaff(member.name)) throw invalid({ name: ['nameReserved'] });
  if (isReserved(member.username)) throw usernameTaken();
  try {
    await insertMember(tx, member);
  } catch (error) {
    if (violates(error, 'members_username_key')) throw usernameTaken();
    throw error;
  }
}

/** Adds a member verified by the provider under the first free username. Returns false if all are taken. May throw `isAddressTaken`. */
export const openVerifiedAccount = async (
  tx: Statements,
  member: Pick<NewMember, 'id' | 'name' | 'email' | 'locale'>,
  usernames: readonly string[],
): Promise<boolean> => (await insertVerifiedMember(tx, member, usernames)) === 1;

/** First path segments of this server, and words that sound official. */
const reservedUsernames = new Set(
  `about abuse accept_rules account admin administrator all announcement announcements anonymous api app appeals archived assets auth avatar avatars billing blog categories category challenges comments
   community connections contact conversations critique decisions demo deleted describe discover docs email events everyone exhibitions explore favicon.ico feed forgot_password forum help
   healthz home host hostmaster imports index index.html invitations legal login logout manifest.webmanifest mbari me media member members messages metrics moderation moderator
   nobody none notifications null oauth official onboarding openapi.json operator organiser organizer outbox owner photo photos place plans post
   postmaster posts presence pricing privacy profile readyz register reports reset_password robots.txt root rules saved scheduled search security series settings share_target signin signup
   site sitemap.xml site.webmanifest splash staff static support sw.js system tag tags team terms undefined unsubscribe upgrade user username users verify_email
   webmaster welcome www __proto__ constructor prototype hasownproperty tostring valueof`.split(/\s+/),
);

/** Returns true also for lookalikes such as `adm1n` and `admin_`. */
export const isReserved = (username: string): boolean => reservedUsernames.has(username) || resemblesStaff(username);
