import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { chooseLocale, variesByReader } from '../../platform/http/choose-locale.ts';
import { type PageReader, plainPagePolicy } from '../../platform/http/plain-page.ts';
import { isId } from '../../platform/ids.ts';
import { escapeHtml } from '../../platform/mail/mail-layout.ts';
import { notFound } from '../../platform/refusal.ts';
import { isUnsubscribeLink, turnOffMails, unsubscribedPage, unsubscribePage } from './unsubscribe.ts';

interface Link {
  Params: { id: string; signature: string };
}

/** Unsubscribe link of activity mails. GET only asks for confirmation, because mail scanners open links. Mail clients POST (RFC 8058). */
export function addUnsubscribe(app: FastifyInstance, context: Context): void {
  const requireLink = ({ params: { id, signature } }: FastifyRequest<Link>): string => {
    if (!isId(id) || !isUnsubscribeLink(context, id, signature)) throw notFound();
    return id;
  };
  const readPageReader = async ({ headers }: FastifyRequest<Link>): Promise<PageReader> => {
    const { languages, name } = await context.site.read();
    return { locale: chooseLocale(headers, languages), site: escapeHtml(name) };
  };
  void app.register(async (scope) => {
    // Mail clients send `List-Unsubscribe=One-Click`. The server ignores the body, because the link suffices.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume();
      done(null);
    });
    scope.get<Link>('/unsubscribe/:id/:signature', async (request, reply) => {
      requireLink(request);
      return sendPage(reply, unsubscribePage(await readPageReader(request)));
    });
    scope.post<Link>('/unsubscribe/:id/:signature', async (request, reply) => {
      await turnOffMails(context, requireLink(request));
      return sendPage(reply, unsubscribedPage(await readPageReader(request)));
    });
  });
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': plainPagePolicy, 'vary': variesByReader })
    .type('text/html; charset=utf-8')
    .send(html);
