import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from './config.ts';
import { plainAddress } from './plain-address.ts';

/*
 * Decides who may read mails and metrics without credentials: only the user of a local trial.
 * No other code decides this.
 */

/** The installation is for this machine only: HOST and PUBLIC_URL are local. */
export const isLocalhostOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLocalhost(host) && isLocalhost(publicUrl.hostname);

export const listensToOthers = ({ host }: Pick<Config, 'host'>): boolean => !isLocalhost(host);

export const isLocalhost = (name: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(name);

export const isLocalhostHeader = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host);

/** The request comes from this machine, on a local installation. False in doubt. */
export const isFromLocalhost = (
  config: Pick<Config, 'host' | 'publicUrl'>,
  { socket, headers, httpVersion }: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>,
): boolean =>
  isLocalhostOnly(config) &&
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  isLocalhostHeader(headers.host ?? '') &&
  !isForwarded(headers) &&
  // nginx before 1.29.7 uses HTTP/1.0 by default and sends no other sign of a proxy; browsers never use it. A newer nginx is not recognisable
  // here, but PUBLIC_URL is then not local.
  httpVersion !== '1.0';

export const isLoopbackAddress = (address: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1)$/.test(plainAddress(address));

const isForwarded = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => forwarding.test(name));

/** Headers of proxies and CDNs: the standard ones, then nginx, Cloudflare, Akamai, Azure, Envoy, AWS, Google and others. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|(?:.+-)?(?:ip|clientip)|cf-.+|cdn-loop|x-envoy-.+|x-amzn-.+|x-cloud-trace-context|x-proxy.*)$/;
