import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { memberHeader, outboxFolder } from '../adapters/mailer.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { chooseLocale, variesByReader } from '../http/choose-locale.ts';
import { hashesOf } from '../http/content-policy.ts';
import { isId } from '../ids.ts';
import type { Task } from '../jobs/add-job.ts';
import { isFromLocalhost } from '../localhost.ts';
import { notFound } from '../refusal.ts';
import { escapeHtml } from './mail-layout.ts';
import { listMembersThere } from './queries.ts';

/** Serves the outbox pages: only without a mail server, and only to this machine. */
export function addOutbox(app: FastifyInstance, { config, site }: Context): void {
  const requireOutbox = (request: FastifyRequest): void => {
    if (config.mail.smtpUrl !== null || !isFromLocalhost(config, request.raw)) throw notFound();
  };
  const localeOf = async (request: FastifyRequest): Promise<Locale> => chooseLocale(request.headers, (await site.read()).languages);
  app.get('/outbox', async (request, reply) => {
    requireOutbox(request);
    return show(reply, outboxPage(await listOutbox(config), await localeOf(request)), outboxPolicy());
  });
  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    requireOutbox(request);
    const mail = await readOutboxMail(config, request.params.id);
    if (mail === null) throw notFound();
    return show(reply, outboxMailPage(mail, await localeOf(request)), outboxPolicy(mail));
  });
}

interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  sent: string | null;
  html: string | null;
  text: string;
}

const maxMails = 50;

/** Returns the newest mails of the outbox. Ids and file names ascend with time. */
async function listOutbox(config: Config): Promise<OutboxMail[]> {
  const names = await readdir(outboxFolder(config)).catch(orNothing([]));
  const ids = names
    .filter((name) => name.endsWith('.eml') && isId(name.slice(0, -4)))
    .map((name) => name.slice(0, -4))
    .sort()
    .reverse()
    .slice(0, maxMails);
  const mails = await Promise.all(ids.map((id) => readOutboxMail(config, id)));
  return mails.filter((mail) => mail !== null);
}

async function readOutboxMail(config: Config, id: string): Promise<OutboxMail | null> {
  if (!isId(id)) return null;
  const source = await readFile(path.join(outboxFolder(config), `${id}.eml`)).catch(orNothing(null));
  if (source === null) return null;
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(source);
  return {
    id,
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    sent: mail.date ?? null,
    html: mail.html ?? null,
    text: mail.text ?? '',
  };
}

const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };

function outboxPage(mails: OutboxMail[], locale: Locale): string {
  const { mail } = wordsFor(locale);
  const list = mails.length === 0 ? `<p class="empty">${escapeHtml(mail.outboxEmpty)}</p>` : `<ol>${mails.map(entry).join('')}</ol>`;
  return page(
    locale,
    mail.outboxTitle,
    `<h1>${escapeHtml(mail.outboxTitle)}</h1>\n<p class="note">${escapeHtml(mail.outboxNote)}</p>\n${list}`,
    '<meta http-equiv="refresh" content="5">',
  );
}

/** Shows one mail in a sandboxed frame. The mail's links open in this tab. */
function outboxMailPage({ to, subject, html, text }: OutboxMail, locale: Locale): string {
  const { mail } = wordsFor(locale);
  const plain = `<pre dir="auto">${escapeHtml(text)}</pre>`;
  return page(
    locale,
    subject,
    `<p><a href="/outbox">${escapeHtml(mail.outboxTitle)}</a></p>
<dl>
<dt>${escapeHtml(mail.outboxTo)}</dt><dd><bdi>${escapeHtml(to)}</bdi></dd>
<dt>${escapeHtml(mail.outboxSubject)}</dt><dd><bdi>${escapeHtml(subject)}</bdi></dd>
</dl>
${
  html === null
    ? plain
    : `<iframe title="${escapeHtml(mail.outboxMail)}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(opensOnTop(html))}"></iframe>
<details><summary>${escapeHtml(mail.outboxPlain)}</summary>${plain}</details>`
}`,
  );
}

/** Allows the style elements of the page and the mail by hash. Allows style attributes only with a mail. */
const outboxPolicy = (mail: OutboxMail | null = null): string =>
  [
    "default-src 'none'",
    `style-src-elem ${hashesOf('style', `<style>${style}</style>${mail?.html ?? ''}`)}`,
    `style-src-attr ${mail === null ? "'none'" : "'unsafe-inline'"}`,
    ...['img-src data:', "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; ');

const style = `
:root { color-scheme: light dark; --ground: #fcfaf5; --wall: #f6f2ea; --ink: #181a24; --quiet: #4f525e; --indigo: #273c8c; --hairline: #ded8cf; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d0f16; --wall: #15171f; --ink: #eeebe4; --quiet: #c2bdb4; --indigo: #9db6f5; --hairline: #2b2d38; } }
body { margin: 0 auto; max-width: 720px; padding: 32px 16px 72px; background: var(--ground); color: var(--ink); font: 17px/1.5 'Source Sans 3', 'Segoe UI', system-ui, sans-serif; }
h1 { margin: 0 0 8px; font: 500 36px/1.15 'Noto Serif Display', 'Iowan Old Style', Georgia, serif; }
.note, .empty, dt, time, span { color: var(--quiet); }
.empty { margin-top: 48px; }
ol { margin: 24px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--hairline); }
li { border-bottom: 1px solid var(--hairline); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 0; color: inherit; text-decoration: none; }
li a:hover { background: var(--wall); }
li strong, li span { grid-column: 1; overflow-wrap: anywhere; }
li time { grid-column: 2; grid-row: 1 / span 2; font-size: 15px; }
a { color: var(--indigo); }
a:focus-visible { outline: 2px solid var(--indigo); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 720px; border: 1px solid var(--hairline); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 ui-monospace, monospace; }
`;

const entry = ({ id, to, subject, sent }: OutboxMail): string =>
  `<li><a href="/outbox/${id}"><strong><bdi>${escapeHtml(subject)}</bdi></strong><span><bdi>${escapeHtml(to)}</bdi></span>${
    sent === null ? '' : `<time dir="ltr" datetime="${escapeHtml(sent)}">${escapeHtml(sent.slice(0, 16).replace('T', ' '))} UTC</time>`
  }</a></li>`;

const opensOnTop = (html: string): string => html.replace('<head>', '<head><base target="_top">');

const page = (locale: Locale, title: string, body: string, head = ''): string => `<!doctype html>
<html lang="${locale}" dir="${locales[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${head}
<title>${escapeHtml(title)} · Mbari</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

const show = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'vary': variesByReader })
    .type('text/html; charset=utf-8')
    .send(html);

const retentionMs = 7 * 24 * 60 * 60 * 1000;
const atOnce = 100;

/** Deletes mails from the outbox after a week or when their recipient's account is erased. */
export const sweepOutbox: Task = async (_payload, { context, signal }) => {
  const folder = outboxFolder(context.config);
  const names = (await readdir(folder).catch(nothingIfMissing)) ?? [];
  const oldest = context.now().getTime() - retentionMs;
  let swept = 0;
  for (let start = 0; start < names.length; start += atOnce) {
    signal.throwIfAborted();
    const files = await Promise.all(names.slice(start, start + atOnce).map((name) => readOutboxFile(path.join(folder, name))));
    const members = files.flatMap((file) => file?.memberId ?? []);
    const existing = new Set((await listMembersThere(context.db, members)).map(({ id }) => id));
    const over = files.filter((file) => file && (file.writtenAt < oldest || (file.memberId !== null && !existing.has(file.memberId))));
    await Promise.all(over.map((file) => rm(file!.path, { force: true })));
    swept += over.length;
  }
  if (swept > 0) context.log.info({ swept }, 'swept the outbox');
};

interface OutboxFile {
  path: string;
  writtenAt: number;
  /** Null if the mail lacks the header; it is then deleted after a week. */
  memberId: string | null;
}

async function readOutboxFile(file: string): Promise<OutboxFile | null> {
  if (!/\.(?:eml|draft)$/.test(file)) return null;
  const stats = await stat(file).catch(nothingIfMissing);
  if (!stats?.isFile()) return null;
  const memberId = new RegExp(`^${memberHeader}: ([0-9a-f-]{36})\\r?$`, 'mi').exec(await readHead(file))?.[1] ?? null;
  return { path: file, writtenAt: stats.mtimeMs, memberId };
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file).catch(nothingIfMissing);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/, 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

function nothingIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
