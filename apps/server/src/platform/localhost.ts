import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from './config.ts';
import { plainAddress } from './plain-address.ts';

/*
 * What a newcomer at their own machine may see without signing in, such as mails with their links, must never be seen by anybody else.
 * Whatever depends on that asks here, so that there is one answer.
 */

/** Nobody but this machine uses the installation: it listens here alone, and the address that people use leads nowhere else. */
export const isLocalhostOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLocalhost(host) && isLocalhost(publicUrl.hostname);

/** Other machines can connect to the server without a proxy. */
export const listensToOthers = ({ host }: Pick<Config, 'host'>): boolean => !isLocalhost(host);

/** The name of a host, without its port, stands for this machine. */
export const isLocalhost = (name: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(name);

/** The value of a Host header, with or without a port, stands for this machine. */
export const isLocalhostHeader = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host);

/** Whoever asks sits at this machine, on an installation for it alone. In doubt they do not. */
export const isFromLocalhost = (
  config: Pick<Config, 'host' | 'publicUrl'>,
  { socket, headers, httpVersion }: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>,
): boolean =>
  isLocalhostOnly(config) &&
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  isLocalhostHeader(headers.host ?? '') &&
  !isForwarded(headers) &&
  // No browser speaks it, but nginx before 1.29.7 does to what is behind it, unless told otherwise, and names nobody. A newer one cannot be
  // told from a browser here: PUBLIC_URL can.
  httpVersion !== '1.0';

/** An address of a socket's other end is this machine's own. */
export const isLoopbackAddress = (address: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1)$/.test(plainAddress(address));

/** A proxy says that it speaks for somebody else. */
const isForwarded = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => forwarding.test(name));

/** What proxies, balancers and delivery networks add: the standard ones, then those of nginx, Cloudflare, Akamai, Azure, Envoy, AWS, Google and others. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|(?:.+-)?(?:ip|clientip)|cf-.+|cdn-loop|x-envoy-.+|x-amzn-.+|x-cloud-trace-context|x-proxy.*)$/;
