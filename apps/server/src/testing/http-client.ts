import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface HttpRequest {
  method: string;
  headers?: Record<string, string>;
  body?: FormData | Uint8Array | string | null;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Closes idle connections before the server does, so no request uses a closing one. */
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

/** Default headers of `fetch`. */
const usual = { 'accept': '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** Works like `fetch` with `redirect: 'manual'` at a fifth of its cost. */
export async function sendRequest(address: string, { method, headers = {}, body = null }: HttpRequest): Promise<HttpAnswer> {
  const [type, bytes] = await encode(body);
  const lengths = bytes && { 'content-length': String(bytes.length) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(address, { agent, method, headers: { ...usual, ...type, ...headers, ...lengths } }, resolve);
    sending.on('error', reject);
    sending.end(bytes);
  });
  const received = new Headers();
  for (let index = 0; index < response.rawHeaders.length; index += 2)
    received.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
  const chunks: Buffer[] = [];
  // An event stream does not end, so its first chunk is the response.
  const isEndless = received.get('content-type')?.startsWith('text/event-stream') ?? false;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    if (isEndless) break;
  }
  const text = unpack(Buffer.concat(chunks), received.get('content-encoding')).toString();
  return { status: response.statusCode!, headers: received, text };
}

async function encode(body: HttpRequest['body']): Promise<[type: Record<string, string>, bytes: Uint8Array | undefined]> {
  if (body === null || body === undefined) return [{}, undefined];
  if (typeof body === 'string') return [{ 'content-type': 'text/plain;charset=UTF-8' }, Buffer.from(body)];
  if (body instanceof Uint8Array) return [{}, body];
  const form = new Response(body);
  return [{ 'content-type': form.headers.get('content-type')! }, Buffer.from(await form.arrayBuffer())];
}

function unpack(bytes: Buffer, encoding: string | null): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}
