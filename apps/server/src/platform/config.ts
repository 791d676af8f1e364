import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import { type Locale, locales } from '@mbari/words/locales';
import { noteUnlistedProviders, type ProviderConfig, readProviders } from './config-providers.ts';
import {
  type BackupConfig,
  type DatabaseConfig,
  readBackup,
  readDatabase,
  readList,
  readReplicas,
  readS3,
  readSigningKeyText,
  readUrl,
  readWhole,
  type S3Config,
  type Source,
} from './config-storage.ts';
import { normalizeTimeZone } from './languages.ts';
import { isLocalhost, isLocalhostOnly, listensToOthers } from './localhost.ts';
import { findNearName } from './near-name.ts';
import { isClone } from './program.ts';

export interface Config {
  host: string;
  port: number;
  /** Public origin without a final slash. All links in mail and redirects start with it. */
  publicUrl: URL;
  dataFolder: string;
  /** 32 bytes, the same on every node; null means a file in the data folder. */
  signingKey: Buffer | null;
  /** Store of image files; null means the data folder. */
  s3: S3Config | null;
  database: DatabaseConfig;
  replicas: string[];
  mail: { smtpUrl: string | null; from: string; isFromSet: boolean };
  /** External identity providers in the order of their buttons. */
  providers: ProviderConfig[];
  pricingUrl: string;
  plansPrice: string | null;
  /** Signing secret of Stripe's events; null disables the webhook. */
  stripeWebhookSecret: string | null;
  /** Offered languages, which include the default, and the default time zone. */
  languages: { offered: readonly Locale[]; default: Locale };
  timeZone: string;
  unverifiedLogin: 'allow' | 'deny';
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  rateLimitScale: number;
  eventStreams: number;
  /** Seconds that a stopping server keeps serving after it reports not ready. */
  drainSeconds: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Bearer token for reading /metrics from other machines. */
  metricsToken: string | null;
  /** Signed file that names the newest release, and the key of its signature. Null disables the notice. */
  updates: { url: URL; key: KeyObject } | null;
  backup: BackupConfig | null;
  /** Origin of a local push service for tests. Otherwise only public addresses are called. */
  localPushService: string | null;
}

/** All problems of the settings, each with the place where its setting is set. */
export class ConfigProblems extends Error {
  readonly problems: string[];
  constructor(problems: string[], placeOf?: (name: string) => string) {
    const places = problems.map((text) => (placeOf ? `${placeOf(/^\w+/.exec(text)?.[0] ?? '')}: ` : ''));
    super(`The configuration cannot be used:\n${problems.map((text, i) => `- ${places[i]}${text}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads the environment without side effects. Throws ConfigProblems. */
export function readConfig(env: Environment, cwd: string, placeOf?: (name: string) => string): Config {
  const problems: string[] = [];
  const names = new Set<string>();
  const config = read(sourceOf(env, names, problems), cwd);
  problems.push(...findMisspelt(env, names));
  if (problems.length > 0) throw new ConfigProblems(problems, placeOf);
  return config;
}

/** Returns the value of every setting by its name, or undefined for one that is not set. */
export function listSettings(env: Environment, cwd: string): Map<string, string | undefined> {
  const names = new Set<string>();
  const source = sourceOf(env, names, []);
  read(source, cwd);
  return new Map([...names].map((name) => [name, source.value(name)]));
}

const sourceOf = (env: Environment, names: Set<string>, problems: string[]): Source => ({
  value: (name) => {
    names.add(name);
    return env[name]?.trim() || undefined;
  },
  problem: (text) => void problems.push(text),
});

/** Refuses names close to a setting that is not set. Other names belong to other programs. */
function findMisspelt(env: Environment, names: ReadonlySet<string>): string[] {
  const unset = [...names].filter((name) => env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    const meant = names.has(name) ? undefined : findNearName(name, unset);
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** Short, because it appears next to the plan's name on phones. */
const longestPrice = 40;

/** Reports problems. `readConfig` then throws, so the fallback values are never used. */
function read(from: Source, cwd: string): Config {
  const address = readAddress(from);
  const database = readDatabase(from);
  const replicas = readReplicas(from, database);
  const mail = readMail(from, address.publicUrl);
  const pricingUrl = readUrl(from, 'PRICING_URL', ['http:', 'https:'])?.href ?? '/plans';
  const plansPrice = from.value('PLANS_PRICE') ?? null;
  if (plansPrice !== null && plansPrice.length > longestPrice) from.problem(`PLANS_PRICE may have at most ${longestPrice} characters.`);
  const stripeWebhookSecret = readStripeSecret(from);
  const providers = readProviders(from);
  const languages = readLanguages(from);
  const timeZone = normalizeTimeZone(from.value('DEFAULT_TIME_ZONE') ?? 'UTC') ?? '';
  if (timeZone === '') from.problem('DEFAULT_TIME_ZONE must be the name of a time zone, such as Africa/Lagos.');
  const unverifiedLogin = readChoice(from, 'UNVERIFIED_LOGIN', ['allow', 'deny'], 'allow');
  const trustProxy = readProxies(from);
  const rateLimitScale = readScale(from);
  const eventStreams = readWhole(from, 'EVENT_STREAMS', 10_000, 0, 1_000_000);
  const drainSeconds = readWhole(from, 'DRAIN_SECONDS', 1, 0, 60);
  const logLevel = readChoice(from, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info');
  const metricsToken = readMetricsToken(from);
  const updates = readUpdates(from);
  const dataFolder = path.resolve(cwd, from.value('MBARI_DATA') ?? (isClone ? 'data' : 'mbari-data'));
  const localPushService = readLocalPushService(from, address);
  const signingKey = readSigningKeyText(from);
  const s3 = readS3(from, 'images');
  const backup = readBackup(from, cwd, dataFolder, s3);
  return {
    ...address,
    dataFolder,
    signingKey,
    s3,
    database,
    replicas,
    mail,
    providers,
    pricingUrl,
    plansPrice,
    stripeWebhookSecret,
    languages,
    timeZone,
    unverifiedLogin,
    trustProxy,
    rateLimitScale,
    eventStreams,
    drainSeconds,
    logLevel,
    metricsToken,
    updates,
    backup,
    localPushService,
  };
}

/** Returns notes about settings that are allowed but probably unintended or ignored. Printed at every start. */
export function notesOn(env: Environment, config: Config): string[] {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== '';
  const notes = Object.entries(unheeded).flatMap(([meaning, names]) => {
    const set = names.filter(isSet);
    return set.length > 0 ? [`${set.join(', ')}: set, but this version has no ${meaning} yet. It runs without.`] : [];
  });
  notes.push(...noteUnlistedProviders(env, config.providers));
  const isPlaceSet = config.backup !== null || isSet('BACKUP_DIR');
  if (!isPlaceSet && (isSet('BACKUP_HOUR') || isSet('BACKUP_KEEP')))
    notes.push('BACKUP_HOUR or BACKUP_KEEP is set, but BACKUP_DIR and BACKUP_S3_* are not: no backup is made at night.');
  if (config.publicUrl.protocol === 'https:' && !isPlaceSet)
    notes.push(
      'BACKUP_DIR is not set, so no backup is made at night. Set it to a folder on another disk, set BACKUP_S3_* to an object store, or set BACKUP_DIR to "none" if you make backups in another way.',
    );
  if (listensToOthers(config) && !isSet('PUBLIC_URL'))
    notes.push(
      'HOST opens the server to others, but PUBLIC_URL is not set: it answers to "localhost" alone. Set PUBLIC_URL to the address people use.',
    );
  if (config.publicUrl.protocol === 'https:' && config.trustProxy.length === 0)
    notes.push(
      'PUBLIC_URL is https, so there is a proxy in front, but TRUST_PROXY is not set: all visitors count as one, and a few wrong passwords ' +
        `keep everybody from signing in. Set TRUST_PROXY${listensToOthers(config) ? ' to the address of the proxy' : '=loopback'}.`,
    );
  if (config.s3 !== null && config.mail.smtpUrl === null)
    notes.push(
      'S3_* is set, as for several nodes, but SMTP_URL is not: each node keeps the mails that it should have sent in a folder of its own.',
    );
  if (config.mail.smtpUrl === null && !isLocalhostOnly(config))
    notes.push(
      `There is no mail server, so members get no mail: each one stays a file in ${config.dataFolder}/outbox that only you can read. ` +
        'Set SMTP_URL, such as SMTP_URL=smtps://user:password@mail.example:465.',
    );
  return notes;
}

type Environment = Record<string, string | undefined>;

const unheeded = {
  Redis: ['REDIS_URL'],
};

function readAddress(from: Source): Pick<Config, 'host' | 'port' | 'publicUrl'> {
  const host = from.value('HOST') ?? '127.0.0.1';
  const port = readWhole(from, 'PORT', 3000, 1, 65_535);
  const publicUrl = readUrl(from, 'PUBLIC_URL', ['http:', 'https:']) ?? new URL(`http://localhost:${port}`);
  if (/\s|\//.test(host)) from.problem(`HOST is "${host}", but must be an address to listen on, such as 127.0.0.1 or 0.0.0.0.`);
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username)
    from.problem('PUBLIC_URL must be an origin alone, such as https://mbari.example: no path, query or user name.');
  return { host, port, publicUrl };
}

function readMail(from: Source, publicUrl: URL): Config['mail'] {
  const smtpUrl = readUrl(from, 'SMTP_URL', ['smtp:', 'smtps:']);
  const sender = from.value('MAIL_FROM') ?? `Mbari <no-reply@${publicUrl.hostname}>`;
  if (!/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(sender))
    from.problem('MAIL_FROM must be an address, such as post@mbari.example or Mbari <post@mbari.example>.');
  return { smtpUrl: smtpUrl?.href ?? null, from: sender, isFromSet: from.value('MAIL_FROM') !== undefined };
}

/** Problems do not quote the secret, because its holder can grant plans. */
function readStripeSecret({ value, problem }: Source): string | null {
  const secret = value('STRIPE_WEBHOOK_SECRET') ?? null;
  if (secret !== null && !/^whsec_[\w+/=-]{16,250}$/.test(secret))
    problem('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook, as Stripe shows it: whsec_ and at least 16 characters.');
  return secret;
}

/** Offers only complete languages by default; drafts still contain English. */
function readLanguages(from: Source): Config['languages'] {
  const available = Object.keys(locales) as Locale[];
  const first = readChoice(from, 'DEFAULT_LOCALE', available, 'en');
  const names = readList(from, 'LOCALES');
  for (const name of names)
    if (!(name in locales)) from.problem(`LOCALES has "${name}", but takes these, with commas between: ${available.join(', ')}.`);
  const offered = available.filter((name) => (names.length > 0 ? names.includes(name) : locales[name].state === 'whole'));
  return { offered: offered.includes(first) ? offered : [first, ...offered], default: first };
}

function readProxies(from: Source): string[] {
  const proxies = readList(from, 'TRUST_PROXY');
  for (const proxy of proxies)
    if (!isProxy(proxy))
      from.problem(`TRUST_PROXY has "${proxy}", but takes addresses, ranges such as 10.0.0.0/8, or loopback, with commas between.`);
  return proxies;
}

function readScale({ value, problem }: Source): number {
  const scale = Number(value('RATE_LIMIT_SCALE') ?? '1');
  if (!(scale > 0 && scale <= 1e9)) problem('RATE_LIMIT_SCALE must be a number above 0, such as 1 or 10.');
  return scale;
}

function readMetricsToken({ value, problem }: Source): string | null {
  const token = value('METRICS_TOKEN') ?? null;
  if (token !== null && token.length < 16)
    problem('METRICS_TOKEN must have at least 16 characters, such as those that `openssl rand -hex 16` prints.');
  return token;
}

/** Reads both settings of the update notice or none. */
function readUpdates(from: Source): Config['updates'] {
  const url = readUrl(from, 'UPDATE_URL', ['https:', 'http:']);
  const text = from.value('UPDATE_KEY');
  if (url === undefined && text === undefined) return null;
  const key = readPublicKey(text ?? '');
  if (url === undefined || key === null) {
    from.problem(
      `${text === undefined ? 'UPDATE_URL' : 'UPDATE_KEY'} cannot be used: UPDATE_URL and UPDATE_KEY must be set together, to the address of a signed file and the Ed25519 public key of its signature in base64url.`,
    );
    return null;
  }
  return { url, key };
}

function readPublicKey(x: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    return null;
  }
}

function readChoice<T extends string>({ value, problem }: Source, name: string, choices: readonly T[], fallback: T): T {
  const text = value(name);
  if (text === undefined) return fallback;
  const known = choices.find((choice) => choice === text);
  if (known !== undefined) return known;
  problem(`${name} is "${text}", but must be one of: ${choices.join(', ')}.`);
  return fallback;
}

/** Refuses the setting on a public server, where members could make the server call its own network. */
function readLocalPushService(from: Source, address: Pick<Config, 'host' | 'publicUrl'>): string | null {
  const url = readUrl(from, 'LOCAL_PUSH_SERVICE', ['http:']);
  if (url === undefined) return null;
  if (!isLocalhost(url.hostname) || !isLocalhostOnly(address))
    from.problem('LOCAL_PUSH_SERVICE is for tests: it, HOST and PUBLIC_URL must all be this machine. Unset it.');
  return url.origin;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 && more === undefined && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}
