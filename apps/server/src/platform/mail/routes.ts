import type { Locale } from '@mbari/words/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { chooseLocale, variesByReader } from '../http/choose-locale.ts';
import { isFromLocalhost } from '../localhost.ts';
import { notFound } from '../refusal.ts';
import { outboxMailPage, outboxPage, outboxPolicy } from './outbox-pages.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';

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

const show = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'vary': variesByReader })
    .type('text/html; charset=utf-8')
    .send(html);
