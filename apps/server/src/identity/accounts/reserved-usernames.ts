import { resemblesStaff } from '../../platform/screening/staff-names.ts';

/** First path segments of this server, and words that sound official. */
const reservedUsernames = new Set(
  `about abuse accept_rules account admin administrator all announcement announcements anonymous api app appeals archived assets auth avatar avatars billing blog categories category challenges comments
   community connections contact conversations critique decisions demo deleted describe discover docs email events everyone exhibitions explore favicon.ico feed forgot_password forum help
   healthz home host hostmaster index index.html invitations legal login logout manifest.webmanifest mbari me media member members messages metrics moderation moderator
   nobody none notifications null oauth official onboarding openapi.json operator organiser organizer outbox owner photo photos place plans post
   postmaster posts presence pricing privacy profile readyz register reports reset_password robots.txt root rules saved scheduled search security series settings share_target signin signup
   site sitemap.xml site.webmanifest splash staff static support sw.js system tag tags team terms undefined unsubscribe upgrade user username users verify_email
   webmaster welcome www __proto__ constructor prototype hasownproperty tostring valueof`.split(/\s+/),
);

/** Returns true also for lookalikes such as `adm1n` and `admin_`. */
export const isReserved = (username: string): boolean => reservedUsernames.has(username) || resemblesStaff(username);
