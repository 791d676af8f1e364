import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainProxy {
  /** Origin of the proxy, such as http://127.0.0.1:41234. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a reverse proxy with nginx's defaults: it sends the server's own address as host and no client address.
 * `host` overrides the host name, `headers` adds headers.
 */
export async function startPlainProxy(
  upstream: string,
  { host = new URL(upstream).host, headers = {} }: { host?: string; headers?: Record<string, string> } = {},
): Promise<PlainProxy> {
  const server = createServer((incoming, outgoing) => {
    const upstreamRequest = request(upstream, {
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, ...headers, host },
    });
    upstreamRequest.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    upstreamRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
