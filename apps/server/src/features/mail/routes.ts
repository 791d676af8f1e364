import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../refusal.ts';
import { outboxMailPage, outboxPage, outboxPolicy } from './outbox-pages.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';

/** Pages of the mails that nobody sent. There are none once a mail server is configured, or others than this machine can reach us. */
export function addOutbox(app: FastifyInstance, { config }: Context): void {
  const requireOutbox = (request: FastifyRequest): void => {
    if (config.mail.smtpUrl !== null || !isLoopback(config) || !cameDirectly(request)) throw notFound();
  };
  app.get('/outbox', async (request, reply) => {
    requireOutbox(request);
    return show(reply, outboxPage(await listOutbox(config)));
  });
  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    requireOutbox(request);
    const mail = await readOutboxMail(config, request.params.id);
    if (mail === null) throw notFound();
    return show(reply, outboxMailPage(mail));
  });
}

const show = (reply: FastifyReply, html: string): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': outboxPolicy }).type('text/html; charset=utf-8').send(html);

/** A proxy beside us brings strangers in from outside, though we listen to this machine alone. */
const cameDirectly = ({ headers }: FastifyRequest): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers.host ?? '') &&
  !['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
