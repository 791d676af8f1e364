import { wordsFor } from '@mbari/words/words-for';
import { type PageReader, plainPage, plainPageStyle } from '../../platform/http/plain-page.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';

export function unsubscribePage(reader: PageReader): string {
  const { activityMails } = wordsFor(reader.locale);
  return plainPage(reader, {
    title: escapeHtml(activityMails.stopTitle),
    body: `<p>${escapeHtml(activityMails.stopAbout)}</p><form method="post"><button>${escapeHtml(activityMails.stop)}</button></form>`,
  });
}

export function unsubscribedPage(reader: PageReader): string {
  const { activityMails } = wordsFor(reader.locale);
  const settings = `<a href="/settings?tab=notifications">${escapeHtml(activityMails.toSettings)}</a>`;
  return plainPage(reader, {
    title: escapeHtml(activityMails.stoppedTitle),
    body: `<p>${escapeHtml(activityMails.stoppedAbout)}</p><p>${settings}</p>`,
  });
}

export const unsubscribePolicy = [
  "default-src 'none'",
  plainPageStyle,
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ');
