import * as limits from '@mbari/contract/platform/limits';
import { removalContact, removalReason } from '@mbari/contract/platform/reports';
import { wordsFor } from '@mbari/words/words-for';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { askRemovalAsVisitor } from '../../moderation/decisions.ts';
import type { Context } from '../../platform/context.ts';
import { chooseLocale, variesByReader } from '../../platform/http/choose-locale.ts';
import { html, type PageReader, plainPage, plainPagePolicy } from '../../platform/http/plain-page.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { isId } from '../../platform/ids.ts';
import { escapeHtml } from '../../platform/mail/mail-layout.ts';
import { notFound } from '../../platform/refusal.ts';
import { findPublicPost } from '../previews/queries.ts';

const form = z.object({ contact: removalContact, reason: removalReason });

interface Address {
  Params: { id: string };
}

/** Form by which a visitor who is shown in a public post asks for its removal. Works without scripts. */
export function addRemovalForm(app: FastifyInstance, context: Context): void {
  const requirePost = async (id: string): Promise<{ title: string }> => {
    const post = isId(id) && (await context.site.known()).visitors === 'posts' ? await findPublicPost(context.db, id) : undefined;
    if (!post) throw notFound();
    return post;
  };
  const readerOf = async (headers: Parameters<typeof chooseLocale>[0]): Promise<PageReader> => {
    const { languages, name } = await context.site.read();
    return { locale: chooseLocale(headers, languages), site: escapeHtml(name) };
  };
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.get<Address>('/post/:id/removal', async ({ ip, params, headers }, reply) => {
      await context.limits.spend('any call by ip without session', addressKey(ip));
      const { title } = await requirePost(params.id);
      return send(reply, removalPage(await readerOf(headers), { title }));
    });
    scope.post<Address>('/post/:id/removal', async ({ ip, params: { id }, headers, body }, reply) => {
      await context.limits.spend('any call by ip without session', addressKey(ip));
      const { title } = await requirePost(id);
      const given = form.safeParse(body);
      if (!given.success) return send(reply.code(422), removalPage(await readerOf(headers), { title, isIncomplete: true }));
      await context.limits.spend('removal by ip', addressKey(ip));
      await askRemovalAsVisitor(context, { photoId: id, ...given.data });
      return send(reply, sentPage(await readerOf(headers), id));
    });
  });
}

const send = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': plainPagePolicy, 'vary': variesByReader })
    .type('text/html; charset=utf-8')
    .send(page);

function removalPage(reader: PageReader, { title, isIncomplete = false }: { title: string; isIncomplete?: boolean }): string {
  const { removal } = wordsFor(reader.locale);
  return plainPage(reader, {
    title: escapeHtml(removal.title),
    body: html`<p><b dir="auto">${title}</b></p>
      <p>${removal.about({ days: limits.removalDays })}</p>
      ${isIncomplete && html`<p role="alert">${removal.incomplete}</p>`}
      <form method="post">
        <label
          >${removal.contact} <input name="contact" required maxlength="${limits.removalContact}" autocomplete="email" dir="auto"
        /></label>
        <label>${removal.reason} <textarea name="reason" required rows="5" maxlength="${limits.reportNote}" dir="auto"></textarea></label>
        <button>${removal.send}</button>
      </form>`.text,
  });
}

function sentPage(reader: PageReader, id: string): string {
  const { removal } = wordsFor(reader.locale);
  return plainPage(reader, {
    title: escapeHtml(removal.sentTitle),
    body: html`<p>${removal.sent({ days: limits.removalDays })}</p>
      <p><a href="/post/${id}">${removal.back}</a></p>`.text,
  });
}
