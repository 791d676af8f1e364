import type { BrowserContext, Page } from '@playwright/test';

/** Records what a text must not cause: running scripts, dialogs, requests to other hosts, and violations of the Content Security Policy. */
export async function watchIntrusions(context: BrowserContext, own: string): Promise<string[]> {
  const seen: string[] = [];
  context.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isForeign = ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && origin !== new URL(own).origin;
    if (isForeign || request.resourceType() === 'cspviolationreport') seen.push(`request: ${request.url()}`);
  });
  await context.exposeFunction('noteIntrusion', (what: string) => void seen.push(what));
  await context.addInitScript(() => {
    const page = globalThis as unknown as { noteIntrusion(what: string): void; ran(): void };
    page.ran = () => page.noteIntrusion('script');
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      page.noteIntrusion(`policy: ${effectiveDirective} ${blockedURI}`),
    );
  });
  return seen;
}

/** Returns elements and attributes that members' texts must not produce. */
export const strangeElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isStrange = (element: Element): boolean =>
      element.matches('iframe, object, embed, base, meta[http-equiv], marquee, video, audio, math, use[href^="http"], [style*="url("]') ||
      element.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc' || name === 'ping') ||
      (element instanceof HTMLAnchorElement && !['http:', 'https:', 'mailto:'].includes(element.protocol)) ||
      (element instanceof HTMLImageElement && new URL(element.currentSrc || element.src, location.href).origin !== location.origin) ||
      (element instanceof HTMLScriptElement && (element.src === '' || new URL(element.src).origin !== location.origin)) ||
      (element instanceof HTMLFormElement && new URL(element.action).origin !== location.origin);
    return [...document.querySelectorAll('body *')].filter(isStrange).map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
