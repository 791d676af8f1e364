import { connect, type PeerCertificate } from 'node:tls';
import type { Config } from '../../platform/config.ts';
import { isLocalhost, listensToOthers } from '../../platform/localhost.ts';

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
    if (isCertificateFault(code)) throw new Error(`the certificate of ${publicUrl.host} is invalid: ${message}.`, { cause: error });
    return null;
  }
}

const isCertificateFault = (code = ''): boolean => /CERT|SIGNATURE|TLS|SSL|ISSUER/.test(code);

interface Forwarding {
  trusted: boolean;
  client?: string;
  hops?: number;
  protocol?: string | null;
}

/** Checks in `/healthz` the client address and protocol that the proxy reported. Throws if they are missing, untrusted or forged. */
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
  if (forwarding.protocol !== config.publicUrl.protocol.slice(0, -1))
    throw new Error(
      `the proxy ${forwarding.protocol ? `says that visitors use ${forwarding.protocol}` : 'does not say which protocol visitors use'}. ` +
        'In nginx: proxy_set_header X-Forwarded-Proto $scheme;',
    );
  return 'the proxy identifies visitors';
}

/** Connects to the public address. Throws if its certificate is invalid, or ends although it should have been renewed. */
export async function checkCertificate({ hostname, port }: URL): Promise<string> {
  const certificate = await readCertificate(hostname, Number(port || 443));
  if (certificate === null) return `nothing answers at ${hostname} (is the server running?)`;
  const { valid_from, valid_to } = certificate;
  const [from, to] = [Date.parse(valid_from), Date.parse(valid_to)];
  const left = to - Date.now();
  const text = `valid until ${new Date(to).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // Caddy and certbot renew with a third of the time left.
  if (left < (to - from) / 6) throw new Error(`${text}. Check why the proxy does not renew it.`);
  return text;
}

/** Returns null if nothing answers. Throws if the certificate is invalid. */
function readCertificate(host: string, port: number): Promise<PeerCertificate | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: 5_000 });
    socket.once('timeout', () => socket.destroy(new Error(`${host} does not answer`)));
    socket.once('error', (error: NodeJS.ErrnoException) => (isCertificateFault(error.code) ? reject(error) : resolve(null)));
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.end();
    });
  });
}
