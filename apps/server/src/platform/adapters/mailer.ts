import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Mail {
  /** Same for every retry, so that mail programs recognise copies. */
  id: string;
  to: { name: string; address: string };
  memberId: string;
  site: string;
  subject: string;
  html: string;
  text: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string;
}

/**
 * Sends the mail by SMTP; without a server, writes it to the outbox folder. Returns the server's answer or the file. Throws if the mail is
 * not accepted.
 */
export async function deliver(config: Config, mail: Mail): Promise<string> {
  const message: SendMailOptions = {
    from: config.mail.isFromSet ? config.mail.from : { name: mail.site.replace(/[\p{Cc}\p{Cf}]+/gu, ' '), address: senderOf(config) },
    // An object, so that a comma or line break in a name cannot add a recipient or header.
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
  if (config.mail.smtpUrl !== null) return sendOverSmtp(config.mail.smtpUrl, message);
  return writeToOutbox(outboxFolder(config), mail.id, { ...message, headers: { ...message.headers, [memberHeader]: mail.memberId } });
}

export const senderOf = ({ mail }: Pick<Config, 'mail'>): string => /<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from;

/** Header with the recipient's member id, by which `sweepOutbox` deletes the mails of erased accounts. */
export const memberHeader = 'X-Mbari-Member';

export const outboxFolder = (config: Pick<Config, 'dataFolder'>): string => path.join(config.dataFolder, 'outbox');

/** Loads nodemailer with the first mail: it takes 15 MB, and not every node sends mail. */
const loadNodemailer = () => import('nodemailer');

async function sendOverSmtp(smtpUrl: string, message: SendMailOptions): Promise<string> {
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  try {
    return (await transport.sendMail(message)).response;
  } finally {
    transport.close();
  }
}

/** Throws if the mail server does not accept a connection with the configured password. */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Writes to a draft and renames it, so that readers never find half a mail. */
async function writeToOutbox(folder: string, id: string, message: SendMailOptions): Promise<string> {
  const { createTransport } = await loadNodemailer();
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.${id}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(composed.message as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  const finished = path.join(folder, `${id}.eml`);
  await rename(draft, finished);
  return finished;
}
