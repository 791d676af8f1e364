import type { Config } from '../platform/config.ts';
import { isLocalhost, listensToOthers } from '../platform/localhost.ts';

/** Checks that PUBLIC_URL reaches this server and that the server can tell visitors apart. Throws errors with a fix. */
export async function checkAddress(config: Config): Promise<string> {
  const { publicUrl } = config;
  if (listensToOthers(config) && isLocalhost(publicUrl.hostname))
    throw new Error(
      `HOST makes the server reachable from other machines, but PUBLIC_URL is ${publicUrl.hostname}. Set it to the address that members use.`,
    );
  if (publicUrl.protocol === 'http:' && !isLocalhost(publicUrl.hostname))
    throw new Error(`${publicUrl.origin} is not encrypted. Use a proxy with HTTPS and set PUBLIC_URL to https://…`);
  const alive = await fetchPath(publicUrl, '/healthz');
  if (alive === null) return `${publicUrl.origin}; nothing answers there (is the server running?)`;
  if (!alive.ok) throw new Error(`${publicUrl.origin} answers ${alive.status} instead of this server. Check the proxy and PUBLIC_URL.`);
  const page = await fetchPath(publicUrl, '/api/v1/site');
  if (page?.status === 421)
    throw new Error(`the proxy sends another Host header than ${publicUrl.host}. In nginx: proxy_set_header Host $http_host;`);
  if (publicUrl.protocol === 'http:') return `${publicUrl.origin} answers`;
  return `${publicUrl.origin} answers; ${await describeForwarding(config, alive)}`;
}

/** Documentation address (RFC 5737). */
const madeUp = '192.0.2.1';

/** Sends a forged X-Forwarded-For to detect a proxy that forwards the header. Null if nothing answers. */
async function fetchPath(publicUrl: URL, path: string): Promise<Response | null> {
  try {
    const headers = new Headers(publicUrl.protocol === 'https:' ? { 'x-forwarded-for': madeUp } : undefined);
    return await fetch(new URL(path, publicUrl), { headers, signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    const { code = '', message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
    if (/CERT|SIGNATURE|TLS|SSL|ISSUER/.test(code))
      throw new Error(`the certificate of ${publicUrl.host} is invalid: ${message}.`, { cause: error });
    return null;
  }
}

interface Forwarding {
  trusted: boolean;
  client?: string;
  hops?: number;
}

/** Checks in `/healthz` the client address that the proxy reported. Throws if that address is missing, untrusted or the forged one. */
export async function describeForwarding(config: Config, answer: Response): Promise<string> {
  const { forwarding } = (await answer.json().catch(() => ({}))) as { forwarding?: Forwarding | null };
  if (forwarding === undefined) throw new Error('another server answers there. Check the proxy and PUBLIC_URL.');
  if (forwarding === null)
    throw new Error(
      'the proxy does not send the visitor’s address, so all visitors count as one. In nginx: proxy_set_header X-Forwarded-For $remote_addr;',
    );
  if (!forwarding.trusted)
    throw new Error(
      'the proxy is not trusted, so all visitors count as one. ' +
        (listensToOthers(config) ? 'Set TRUST_PROXY to its address, which is in the server’s log.' : 'Set TRUST_PROXY=loopback.'),
    );
  if (forwarding.client === madeUp && forwarding.hops === 1)
    throw new Error(
      'the proxy forwards any X-Forwarded-For header, so visitors can forge their address. In nginx: proxy_set_header X-Forwarded-For $remote_addr;',
    );
  return 'the proxy identifies visitors';
}
