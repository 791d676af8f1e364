import { request } from 'node:http';
import type { TestApp } from './app.ts';

/** Programs that fetch a mailed link before a person opens it: name, method, headers. */
export const programs: [string, string, Record<string, string>][] = [
  ['a scanner that asks for the head', 'HEAD', {}],
  ['a browser that fetches ahead', 'GET', { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ['a browser that draws ahead', 'GET', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-mode': 'navigate' }],
  ['a browser that fetches ahead by the former header', 'GET', { purpose: 'prefetch' }],
  ['Firefox that fetches ahead', 'GET', { 'x-moz': 'prefetch' }],
  ['a telephone that shows a preview', 'GET', { 'purpose': 'preview', 'sec-fetch-mode': 'navigate' }],
  ['an app that shows a preview', 'GET', { 'x-purpose': 'preview' }],
  ['a page that takes it for a picture', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ['a script that reads it', 'GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
  ['a page that frames it', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
];

export interface Fetched {
  status: number | undefined;
  location: string | undefined;
  cached: string | undefined;
  body: string;
}

/** Sends exactly these headers, because `fetch` adds its own. */
export function fetchAs(app: TestApp, link: string, method: string, headers: Record<string, string>): Promise<Fetched> {
  const { pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      new URL(pathname + search, app.url),
      { method, headers: { ...headers, host: new URL(link).host } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, location: answer.headers.location, cached: answer.headers['cache-control'], body }),
        );
      },
    );
    clientRequest.on('error', reject).end();
  });
}
