import { productVersion } from '../../platform/program.ts';
import type { HandoverFacts } from './queries.ts';

export interface Handover extends HandoverFacts {
  archive: string;
  madeAt: Date;
  publicUrl: string;
  /** Every setting by its name; undefined if it is not set. */
  settings: ReadonlyMap<string, string | undefined>;
  /** A server used the database, so members may have posted after the archive was made. */
  wasRunning: boolean;
}

/** Returns the checklist of a handover as Markdown. It names secrets, but contains no value of one. */
export const handoverChecklist = (handover: Handover): string => `# Handover of ${handover.name ?? 'Mbari'}, ${handover.publicUrl}

\`${handover.archive}\` was made on ${handover.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC by Mbari ${productVersion}.
It contains everything that members wrote, private messages, email addresses, password hashes and secrets. Transfer it encrypted, and keep no copy longer
than needed. Each line below is one thing to do or to decide.
${handover.wasRunning ? '\n**The server was running: posts that came later are not in the archive. Stop it, and make the archive again.**\n' : ''}
## The previous operator

- [ ] Stop the server on every node before the archive is made, and leave it stopped: two servers would send the waiting mails twice.
- [ ] If the address changes, redirect every path of ${handover.publicUrl} to the same path of the new address, for as long as you own the name.
- [ ] When the new server runs, delete the data folder, the database, the bucket and all backups.

## The new operator

- [ ] Install Mbari ${productVersion} or newer.
- [ ] Write your own \`.env\`. The settings of the previous operator are listed below.
- [ ] \`mbari restore ${handover.archive}\`, with \`PUBLIC_URL\` set to your address. If it differs, links in posts, topics, messages and pages are rewritten.
- [ ] \`mbari start\`, then \`mbari doctor\`.
- [ ] Announce the new operator and address to the members, and update the privacy page: it names who processes their data.

## Domain

${listSettings(handover.settings, sections.domain)}
- [ ] Transfer the domain, or point your own to the new server, with a certificate for it.
- [ ] Under another name, passkeys (${handover.passkeys}) and push notifications stop working. Members sign in by password or by a mailed link, and set them up again.

## Mail

${listSettings(handover.settings, sections.mail)}
- [ ] Allow your mail server to send for the domain of \`MAIL_FROM\` (SPF, DKIM, DMARC).
- [ ] Set the contact address in the community's settings. Now: ${code(handover.contact_email)}.

## Payment

${listSettings(handover.settings, sections.payment)}
- [ ] Subscriptions at Stripe that grant a plan now: ${handover.subscriptions}. They are paid to the previous operator. Transfer the Stripe account, or end them there.
- [ ] In your Stripe account, add a webhook for \`PUBLIC_URL/api/v1/billing/webhook\`, and set its signing secret.

## Secrets

The previous operator knows all of them. Create new ones where you can.

${listSecrets(handover.settings)}
- [ ] ${signingKeyAdvice(handover.settings.get('SIGNING_KEY') !== undefined)}
- [ ] Programs that are told about events (webhooks): ${list(handover.webhooks)}. Delete those that you do not want under Admin, Webhooks.

## Admins

Everybody below becomes a member with the restore, is signed out, and gets a mail. Setting a new password by the mailed link makes them an admin again.

${lines(handover.admins.map((name) => `\`${name}\``))}
- [ ] If an admin gets no mail: \`mbari admin promote NAME\`. If nobody is left: \`mbari admin create\`.
- [ ] Moderators keep their role: ${list(handover.moderators)}. Decide who stays.

## Other settings

${listOtherSettings(handover.settings)}
`;

const sections = {
  domain: /^(?:PUBLIC_URL|TRUST_PROXY|HOST|PORT)$/,
  mail: /^(?:SMTP_URL|MAIL_FROM)$/,
  payment: /^(?:PRICING_URL|PLANS_PRICE)$/,
  secrets: /SECRET|KEY|TOKEN|PASS/,
};

type Settings = Handover['settings'];

const listSettings = (settings: Settings, names: RegExp): string =>
  lines([...settings].flatMap(([name, value]) => (names.test(name) ? [describeSetting(name, value)] : [])));

const listOtherSettings = (settings: Settings): string =>
  lines(
    [...settings].flatMap(([name, value]) =>
      value === undefined || Object.values(sections).some((names) => names.test(name)) ? [] : [describeSetting(name, value)],
    ),
  );

const listSecrets = (settings: Settings): string =>
  lines([...settings].flatMap(([name, value]) => (value !== undefined && sections.secrets.test(name) ? [`\`${name}\`. Now: set.`] : [])));

const describeSetting = (name: string, value: string | undefined): string =>
  `\`${name}\`. Now: ${code(value === undefined ? undefined : withoutPasswords(name, value))}.`;

/** Keeps the scheme and host of each address: the rest may contain a password. */
const withoutPasswords = (name: string, value: string): string =>
  /_URLS?$/.test(name)
    ? value
        .split(',')
        .map((address) => (URL.canParse(address.trim()) ? hostOf(new URL(address.trim())) : 'set'))
        .join(', ')
    : value;

const hostOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

const signingKeyAdvice = (isSetting: boolean): string =>
  `${
    isSetting
      ? 'The signing key is the setting `SIGNING_KEY`, which is not in the archive: ask for it.'
      : 'The signing key is in the archive.'
  } Authenticator apps need it. To replace it, run \`mbari signing-key renew\`, which prints the effects first.`;

const lines = (texts: readonly string[]): string =>
  texts
    .map((text) => `- [ ] ${text}\n`)
    .join('')
    .trimEnd();

const code = (text: string | null | undefined): string => (text ? `\`${text}\`` : 'not set');

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.map(code).join(', '));
