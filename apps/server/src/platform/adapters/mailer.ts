import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Mail {
  /** Stays the same however often the sending is tried: a reader's mail program knows a copy by it. */
  id: string;
  to: { name: string; address: string };
  /** To whom it is. */
  memberId: string;
  /** What the community is called. */
  site: string;
  subject: string;
  html: string;
  text: string;
  /** Where a mail program may end such mails by itself (RFC 8058); none where they cannot be ended. */
  unsubscribe?: string;
}

/** Hands the mail to the mail server; without one, writes it to the outbox folder. Throws until it was taken. */
export async function deliver(config: Config, mail: Mail): Promise<void> {
  const message: SendMailOptions = {
    from: config.mail.isFromSet ? config.mail.from : { name: mail.site.replace(/[\p{Cc}\p{Cf}]+/gu, ' '), address: senderOf(config) },
    // As an object: a name with a comma or a line break in it can never become a second recipient or header.
    to: { name: mail.to.name.replace(/[\p{Cc}\p{Cf}]+/gu, ' '), address: mail.to.address },
    subject: mail.subject.replace(/\p{Cc}+/gu, ' '),
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.id}@${config.publicUrl.hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (config.mail.smtpUrl === null)
    await writeToOutbox(outboxFolder(config), mail.id, { ...message, headers: { ...message.headers, [memberHeader]: mail.memberId } });
  else await sendOverSmtp(config.mail.smtpUrl, message);
}

/** The address alone, of `Mbari <post@mbari.example>` too. */
export const senderOf = ({ mail }: Pick<Config, 'mail'>): string => /<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from;

/** In a mail of the outbox: whose it is, so that it goes with them. */
export const memberHeader = 'X-Mbari-Member';

export const outboxFolder = (config: Pick<Config, 'dataFolder'>): string => path.join(config.dataFolder, 'outbox');

/** With the first mail: it takes 15 MB, and with several nodes not all of them send. */
const loadNodemailer = () => import('nodemailer');

async function sendOverSmtp(smtpUrl: string, message: SendMailOptions): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** Whole or not at all: whoever reads the folder never meets half a mail. */
async function writeToOutbox(folder: string, id: string, message: SendMailOptions): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const built = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.${id}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(built.message as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path.join(folder, `${id}.eml`));
}
