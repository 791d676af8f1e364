import { readFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestSecurely } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  /** Source address on this machine, such as 127.0.0.9. */
  from?: string;
  /** The expected server certificate. */
  certificate?: { file: string };
}

/** Sends a request with `node:http`, because `fetch` cannot set the host or the source address. */
export async function ask(url: string, { method = 'GET', headers = {}, json, form, from, certificate }: Ask = {}): Promise<Answer> {
  const encoded = form && new Response(form);
  const body = encoded ? Buffer.from(await encoded.arrayBuffer()) : json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const type = encoded?.headers.get('content-type') ?? (json === undefined ? null : 'application/json');
  const options = {
    ...{ method, agent: false, localAddress: from, ca: certificate && (await readFile(certificate.file)) },
    headers: { ...(type !== null && { 'content-type': type, 'content-length': body?.length }), ...headers },
  };
  return new Promise((resolve, reject) => {
    const asked = (url.startsWith('https:') ? requestSecurely : request)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text: whole.toString() });
      });
    });
    asked.on('error', reject).end(body);
  });
}
