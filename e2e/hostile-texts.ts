import type { BrowserContext, Page } from '@playwright/test';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };

/**
 * Texts that try to make a page run, request or show foreign content, by class. Scripts call `ran` and requests go to `elsewhere`, so that
 * tests detect both.
 */
const elsewhere = 'https://elsewhere.invalid';

const scripts = ['ran()', 'ran`1`', 'globalThis.ran()', "self['ra'+'n']()", 'top.ran()', 'eval(`ran()`)', 'setTimeout(ran)', 'alert(1)'];

const scriptElements = scripts.flatMap((code) => [
  `<script>${code}</script>`,
  `<ScRiPt >${code}</sCrIpT >`,
  `"><script>${code}</script>`,
  `'/><script>${code}//`,
  `</textarea><script>${code}</script>`,
  `</title></style></script><script>${code}</script>`,
  `<svg><script>${code}</script></svg>`,
  `<<script>${code};//<</script>`,
  `<!--><script>${code}</script>-->`,
  `<![CDATA[<script>${code}</script>]]>`,
]);

const handlers = [
  ['img src=x', 'onerror'],
  ['img src=x:x', 'OnErRoR'],
  ['svg', 'onload'],
  ['svg/', 'onload'],
  ['body', 'onload'],
  ['video><source', 'onerror'],
  ['audio src=x', 'onerror'],
  ['details open', 'ontoggle'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['marquee', 'onstart'],
  ['object data=x', 'onerror'],
  ['iframe', 'onload'],
  ['form action=x', 'onformdata'],
  ['div style="animation:a"', 'onanimationstart'],
  ['div contenteditable autofocus tabindex=0', 'onfocus'],
  ['p', 'onpointerenter'],
  ['a href=#', 'onclick'],
  ['math', 'onscrollend'],
] as const;
const handlerElements = handlers.flatMap(([tag, handler]) => [
  `<${tag} ${handler}=ran()>`,
  `<${tag}\n${handler}="ran()">`,
  `"><${tag} ${handler}='ran()'`,
  `<${tag}/${handler}=&#114;an()//`,
  `" ${handler}="ran()" x="`,
]);

const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
  ' javascript:',
  'javascript&colon;',
  'javascript&#58;',
  '&#106;avascript:',
  '&#x6A;avascript:',
  'javascript&Tab;:',
  'java&NewLine;script:',
  'javascript\u200b:',
  '\u202ejavascript:',
  'feed:javascript:',
  'view-source:javascript:',
  'blob:javascript:',
  'vbscript:',
  'data:text/html,<script>',
  'data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==#',
  'data:image/svg+xml,<svg onload=ran() xmlns="http://www.w3.org/2000/svg">',
  'livescript:',
];
const addresses = schemes.flatMap((scheme) => [
  `${scheme}ran()`,
  `[words](${scheme}ran())`,
  `![words](${scheme}ran())`,
  `<a href="${scheme}ran()">words</a>`,
  `<iframe src="${scheme}ran()"></iframe>`,
]);

const otherHosts = [
  '//elsewhere.invalid/a',
  '/\\elsewhere.invalid/a',
  '\\\\elsewhere.invalid\\a',
  '/\t/elsewhere.invalid/a',
  `https://member@elsewhere.invalid/a`,
  `${elsewhere}/a.png`,
  `${elsewhere}/a.png" srcset="${elsewhere}/b.png 2x`,
  `photo:${elsewhere}/a.png`,
  '/media/../../elsewhere',
];
const requests = [
  ...otherHosts.flatMap((address) => [
    `![words](${address})`,
    `<img src="${address}">`,
    `<img srcset='${address} 2x'>`,
    `<link rel=stylesheet href="${address}">`,
    `<video poster="${address}" autoplay>`,
  ]),
  `<style>@import "${elsewhere}/a.css"; body { background: url(${elsewhere}/b.png) }</style>`,
  `<p style="background:url(${elsewhere}/a.png)">`,
  `<meta http-equiv=refresh content="0;url=${elsewhere}">`,
  `<base href="${elsewhere}/">`,
  `<object data="${elsewhere}/a.swf"></object>`,
  `<embed src="${elsewhere}/a.swf">`,
  `<iframe src="${elsewhere}"></iframe>`,
  `<form action="${elsewhere}"><button>Go on</button></form>`,
  `<a ping="${elsewhere}" href="/">words</a>`,
  `<svg><image href="${elsewhere}/a.png"/></svg>`,
  `<svg><use href="${elsewhere}/a.svg#a"/></svg>`,
  `<link rel=prefetch href="${elsewhere}">`,
];

/** Placeholders of stored forum HTML, written by a member. */
const openParts = [
  '<mb-member>admin</mb-member>',
  '&lt;mb-member&gt;admin&lt;/mb-member&gt;',
  '<mb-photo id="019aa000-0000-7000-8000-000000000001"><script>ran()</script></mb-photo>',
  '<mb-source id="019aa000-0000-7000-8000-000000000001"></mb-source>',
  '</mb-photo><img src=x onerror=ran()>',
  '@admin"onmouseover="ran()',
  '[!quote 019aa000-0000-7000-8000-000000000001]<script>ran()</script>',
  '![words](photo:019aa000-0000-7000-8000-000000000001" onerror="ran())',
];

const markdown = [
  '[words](<javascript:ran()>)',
  '[words][a]\n\n[a]: javascript:ran() "ran()"',
  '[words](/ "onmouseover=ran()")',
  '[words](https://example.com/"onclick="ran())',
  '[![words](javascript:ran())](javascript:ran())',
  '<javascript:ran()>',
  '```"><script>ran()</script>\nran()\n```',
  '`</code><script>ran()</script>`',
  '| <script>ran()</script> |\n|---|\n| [a](javascript:ran()) |',
  '# <img src=x onerror=ran()>',
  '1. <svg onload=ran()>',
  '- [x] <input autofocus onfocus=ran()>',
  '<https://example.com/"><script>ran()</script>>',
  '**<b onclick=ran()>**',
  '[a](\u0001javascript:ran())',
  '&#60;script&#62;ran()&#60;/script&#62;',
  '\\<script>ran()</script>',
  '&lt;script&gt;ran()&lt;/script&gt;',
];

/** Syntax of other languages and unusual Unicode. */
const templates = [
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '#{ran()}',
  '<%= ran() %>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "'; drop table members; --",
  '%3Cscript%3Eran()%3C/script%3E',
  '+ADw-script+AD4-ran()+ADw-/script+AD4-',
  '\u2028ran()',
  '\ufeff<script>ran()</script>',
  '＜script＞ran()＜/script＞',
  '<\u0001script>ran()</script>',
  '<scr\u00adipt>ran()</script>',
  '\u202e\u2066<script>ran()</script>\u2069',
  'Z̷̢̛a̸l̷g̶o̵ '.repeat(3),
  '👩‍👩‍👧‍👧🏳️‍🌈',
  'ﷺ'.repeat(9),
];

/** The texts above, and the public list `naughtyStrings`, whose scripts open dialogs. */
export const hostileTexts: readonly string[] = [
  ...new Set([
    ...scriptElements,
    ...handlerElements,
    ...addresses,
    ...requests,
    ...openParts,
    ...markdown,
    ...templates,
    ...naughtyStrings.filter((text) => text !== ''),
  ]),
];

/** Joins texts to packs that fit into a field of `room` characters. Drops longer texts. */
export function packed(texts: readonly string[], room: number, between: string): string[] {
  const packs: string[] = [];
  for (const text of texts) {
    const last = packs.at(-1);
    const longer = last === undefined ? undefined : `${last}${between}${text}`;
    if (longer !== undefined && longer.length <= room) packs[packs.length - 1] = longer;
    else if (text.length <= room) packs.push(text);
  }
  return packs;
}

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
