import path from 'node:path';

export interface Config {
  host: string;
  port: number;
  /** Origin people use, without a slash at its end. Links in mail and redirects are made from it alone. */
  publicUrl: URL;
  /** Absolute. */
  dataFolder: string;
  database: { kind: 'embedded' } | { kind: 'server'; url: string; replicaUrls: string[] };
  mail: { smtpUrl: string | null; from: string };
  pricingUrl: string;
  unverifiedLogin: 'allow' | 'deny';
  /** Proxies whose X-Forwarded-For is believed; empty for none. */
  trustProxy: string[];
  rateLimitScale: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Bearer that may read /metrics from elsewhere than this machine. */
  metricsToken: string | null;
}

/** Only this machine can reach the server. */
export const isLoopback = (config: Pick<Config, 'host'>): boolean => ['127.0.0.1', '::1', 'localhost'].includes(config.host);

/** Every problem found in the environment at once, each with how to mend it. */
export class ConfigProblems extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads the environment. Pure: touches nothing outside its arguments. Throws ConfigProblems. */
export function readConfig(env: Record<string, string | undefined>, cwd: string): Config {
  const problems: string[] = [];
  const value = (name: string): string | undefined => env[name]?.trim() || undefined;

  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const text = value(name);
    if (text === undefined) return fallback;
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    problems.push(`${name} is "${text}", but must be a whole number from ${min} to ${max}.`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const text = value(name);
    if (text === undefined) return fallback;
    if ((choices as readonly string[]).includes(text)) return text as T;
    problems.push(`${name} is "${text}", but must be one of: ${choices.join(', ')}.`);
    return fallback;
  };
  const url = (name: string, protocols: string[]): URL | undefined => {
    const text = value(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return new URL(text);
    problems.push(`${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
    return undefined;
  };

  const host = value('HOST') ?? '127.0.0.1';
  const port = whole('PORT', 3000, 0, 65_535);
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? new URL(`http://localhost:${port}`);
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username)
    problems.push('PUBLIC_URL must be an origin alone, such as https://mbari.example: no path, query or user name.');
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const replicaUrls = (value('DATABASE_REPLICA_URLS') ?? '').split(',').map((part) => part.trim()).filter(Boolean);
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const pricing = value('PRICING_URL');
  if (pricing !== undefined) url('PRICING_URL', ['http:', 'https:']);
  const scale = Number(value('RATE_LIMIT_SCALE') ?? '1');
  if (!(scale > 0 && scale <= 1e9)) problems.push('RATE_LIMIT_SCALE must be a number above 0, such as 1 or 10.');

  if (problems.length > 0) throw new ConfigProblems(problems);
  return {
    host,
    port,
    publicUrl,
    dataFolder: path.resolve(cwd, value('MBARI_DATA') ?? 'data'),
    database: databaseUrl ? { kind: 'server', url: databaseUrl.href, replicaUrls } : { kind: 'embedded' },
    mail: { smtpUrl: smtpUrl?.href ?? null, from: value('MAIL_FROM') ?? `Mbari <no-reply@${publicUrl.hostname}>` },
    pricingUrl: pricing ?? '/plans',
    unverifiedLogin: oneOf('UNVERIFIED_LOGIN', ['allow', 'deny'], 'allow'),
    trustProxy: (value('TRUST_PROXY') ?? '').split(',').map((part) => part.trim()).filter(Boolean),
    rateLimitScale: scale,
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    metricsToken: value('METRICS_TOKEN') ?? null,
  };
}
