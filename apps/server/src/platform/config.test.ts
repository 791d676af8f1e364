import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeQuickFolder } from '../testing/quick-folder.ts';
import { ConfigProblems, notesOn, readConfig } from './config.ts';

const notesOf = (env: Record<string, string>): string[] => notesOn(env, readConfig(env, '/srv/mbari'));

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env, '/srv/mbari');
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
};

test('every setting has a default', () => {
  const config = readConfig({}, '/srv/mbari');
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataFolder: '/srv/mbari/data',
    database: { kind: 'embedded' },
    trustProxy: [],
    drainSeconds: 1,
  });
  expect(config.publicUrl.href).toBe('http://localhost:3000/');
  expect(notesOf({})).toEqual([]);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', SMTP_URL: '' }, '/srv')).toMatchObject({ port: 3000, mail: { smtpUrl: null } });
});

test('all problems are reported together', () => {
  const problems = problemsOf({
    PORT: '70000',
    PUBLIC_URL: 'mbari.example',
    SMTP_URL: 'x',
    UNVERIFIED_LOGIN: 'no',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_SCALE: '0',
  });
  expect(problems).toHaveLength(6);
});

test('a misspelt setting is refused with the right name; names of other programs are not', () => {
  expect(problemsOf({ SMPT_URL: 'smtp://mail.example', PUBLIC_ULR: 'https://mbari.example', PROT: '80' })).toEqual([
    'SMPT_URL is not a setting. Did you mean SMTP_URL?',
    'PUBLIC_ULR is not a setting. Did you mean PUBLIC_URL?',
    'PROT is not a setting. Did you mean PORT?',
  ]);
  expect(problemsOf({ HOME: '/root', PATH: '/bin', GS_BUCKET: 'b', HTTP_URL: 'x', POSTGRES_PASSWORD: 'x' })).toEqual([]);
  expect(problemsOf({ PUBLIC_URL: 'https://mbari.example', PUBLIC_URLS: 'x' })).toEqual([]);
});

test.each([
  ['PORT', '80a', 'whole number from 1 to 65535'],
  ['PORT', '0', 'whole number from 1 to 65535'],
  ['HOST', 'http://0.0.0.0', 'an address to listen on'],
  ['PUBLIC_URL', 'https://mbari.example/forum', 'an origin alone'],
  ['PUBLIC_URL', 'ftp://mbari.example', 'http:// or https://'],
  ['DATABASE_URL', 'mysql://db/mbari', 'postgres:// or postgresql://'],
  ['DATABASE_DIRECT_URL', 'mysql://db/mbari', 'postgres:// or postgresql://'],
  ['DATABASE_DIRECT_URL', 'postgres://db/mbari', 'but DATABASE_URL is not'],
  ['SMTP_URL', 'mail.example:25', 'smtp:// or smtps://'],
  ['MAIL_FROM', 'Mbari', 'must be an address'],
  ['PRICING_URL', 'javascript:alert(1)', 'http:// or https://'],
  ['PLANS_PRICE', 'A great deal of money, to be paid every month', 'at most 40 characters'],
  ['UNVERIFIED_LOGIN', 'maybe', 'one of: allow, deny'],
  ['TRUST_PROXY', '10.0.0.0/33', 'ranges such as 10.0.0.0/8'],
  ['TRUST_PROXY', 'loopback,proxy.example', 'addresses, ranges'],
  ['TRUST_PROXY', '0.0.0.0/0', 'addresses, ranges'],
  ['RATE_LIMIT_SCALE', 'fast', 'a number above 0'],
  ['RATE_LIMIT_SCALE', '-1', 'a number above 0'],
  ['LOG_LEVEL', 'verbose', 'one of: fatal, error'],
  ['DRAIN_SECONDS', '61', 'whole number from 0 to 60'],
  ['DRAIN_SECONDS', '-1', 'whole number from 0 to 60'],
  ['DRAIN_SECONDS', '1.5', 'whole number from 0 to 60'],
  ['METRICS_TOKEN', 'short', 'at least 16 characters'],
  ['UPDATE_URL', 'https://mbari.example/latest.jws', 'must be set together'],
  ['UPDATE_KEY', 'short', 'must be set together'],
  ['SIGNING_KEY', 'a'.repeat(63), 'must be 32 bytes in hex'],
  ['BACKUP_HOUR', '24', 'whole number from 0 to 23'],
  ['BACKUP_KEEP', '0', 'whole number from 1 to 1000'],
  ['BACKUP_DIR', 'data/backups', 'lies in MBARI_DATA'],
  ['BACKUP_DIR', './data', 'lies in MBARI_DATA'],
])('%s=%s is refused with a remedy', (name, value, mend) => {
  expect(problemsOf({ [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} .*${mend.replaceAll(/[.()/]/g, '\\$&')}`, 's')),
  ]);
});

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'kept to oneself',
};

test('an object store needs all its settings, and errors name the missing settings', () => {
  expect(readConfig(s3, '/srv').s3).toEqual({
    endpoint: new URL('https://s3.example'),
    region: 'auto',
    bucket: 'photos',
    accessKeyId: 'key',
    secretAccessKey: 'kept to oneself',
  });
  expect(problemsOf({ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example' })).toEqual([
    expect.stringMatching(/^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, too/),
  ]);
  expect(problemsOf({ S3_REGION: 'eu' })).toEqual([expect.stringMatching(/^S3_ENDPOINT and .* must be set, too/)]);
  expect(problemsOf({ ...s3, S3_ENDPOINT: 'https://s3.example/photos' })).toEqual([
    expect.stringMatching(/^S3_ENDPOINT must be an origin/),
  ]);
  expect(problemsOf({ ...s3, S3_BUCKET: 'My Photos' })).toEqual([expect.stringMatching(/^S3_BUCKET must be the name/)]);
});

test('an object store without a mail server causes a note about undelivered mail', () => {
  expect(notesOf(s3)).toEqual([expect.stringMatching(/^S3_\* is set, as for several nodes, but SMTP_URL is not/)]);
});

test('a signing key is never repeated in an error', () => {
  expect(readConfig({ SIGNING_KEY: 'Ab'.repeat(32) }, '/srv').signingKey).toEqual(Buffer.alloc(32, 0xab));
  expect(problemsOf({ SIGNING_KEY: 'c0ffee' }).join(' ')).not.toContain('c0ffee');
});

test('a password in an address is never repeated in an error', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://mbari:secret@db', SMTP_URL: 'http://user:secret@mail' }).join(' ')).not.toContain('secret');
});

test('a database socket is a valid PostgreSQL address', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres:///mbari?host=/var/run/postgresql' })).toEqual([]);
});

const provider = { OIDC_ISSUER: 'https://id.example/realms/print', OIDC_CLIENT_ID: 'mbari', OIDC_CLIENT_SECRET: 'kept to oneself' };

test('an external provider has a default name', () => {
  expect(readConfig({}, '/srv').providers).toEqual([]);
  expect(readConfig(provider, '/srv').providers).toEqual([
    {
      key: 'default',
      issuer: new URL('https://id.example/realms/print'),
      clientId: 'mbari',
      clientSecret: 'kept to oneself',
      name: 'your community account',
      scopes: [],
      groupsClaim: 'groups',
      roles: new Map(),
      plans: new Map(),
    },
  ]);
  expect(readConfig({ ...provider, OIDC_NAME: 'Ulli’s “Mbari” Club' }, '/srv').providers[0]?.name).toBe('Ulli’s “Mbari” Club');
});

test.each([
  [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a' }, /^OIDC_CLIENT_SECRET must be set, too/],
  [{ OIDC_CLIENT_SECRET: 'a' }, /^OIDC_ISSUER and OIDC_CLIENT_ID must be set, too/],
  [{ OIDC_NAME: 'School' }, /^OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set, too/],
])('an incomplete provider (%o) is one problem that names the missing settings', (env, words) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(words)]);
});

test.each([
  ['http://id.example', false],
  ['http://localhost.evil.example', false],
  ['http://localhost:8080/realms/print', true],
  ['http://[::1]:8080', true],
  ['id.example', false],
  ['javascript:alert(1)', false],
  ['https://id.example/.well-known/openid-configuration', false],
  ['https://id.example/?tenant=1', false],
  ['https://user:password@id.example', false],
])('the provider’s address %s is accepted: %s', (OIDC_ISSUER, isAccepted) => {
  const problems = problemsOf({ ...provider, OIDC_ISSUER });
  expect(problems).toEqual(isAccepted ? [] : [expect.stringMatching(/^OIDC_ISSUER must be/)]);
});

test('the provider’s name must be a short line', () => {
  for (const OIDC_NAME of ['a'.repeat(61), 'a\nb', '\u202eevil'])
    expect(problemsOf({ ...provider, OIDC_NAME })).toEqual([expect.stringMatching(/^OIDC_NAME must be/)]);
});

const club = {
  OIDC_PROVIDERS: 'club',
  OIDC_CLUB_ISSUER: 'https://club.example',
  OIDC_CLUB_CLIENT_ID: 'mbari',
  OIDC_CLUB_CLIENT_SECRET: 'kept to oneself',
};

test('several providers are read in the order of their list, after the one without a name', () => {
  const settings = {
    ...provider,
    ...club,
    OIDC_PROVIDERS: 'University, club',
    OIDC_UNIVERSITY_ISSUER: 'https://login.university.example',
    OIDC_UNIVERSITY_CLIENT_ID: 'photos',
    OIDC_UNIVERSITY_CLIENT_SECRET: 'also kept',
    OIDC_UNIVERSITY_NAME: 'Lagos University',
    OIDC_CLUB_SCOPES: 'groups, roles',
    OIDC_CLUB_GROUPS_CLAIM: 'realm_access.roles',
    OIDC_CLUB_ROLES: 'curators=moderator, cn=board=admin',
    OIDC_CLUB_PLANS: 'supporters=Premium,patrons=Patron of the club',
  };
  const { providers } = readConfig(settings, '/srv');
  expect(providers.map(({ key, name }) => [key, name])).toEqual([
    ['default', 'your community account'],
    ['university', 'Lagos University'],
    ['club', 'club'],
  ]);
  expect(providers[2]).toMatchObject({
    clientSecret: 'kept to oneself',
    scopes: ['groups', 'roles'],
    groupsClaim: 'realm_access.roles',
    roles: new Map([
      ['curators', 'moderator'],
      ['cn=board', 'admin'],
    ]),
    plans: new Map([
      ['supporters', 'Premium'],
      ['patrons', 'Patron of the club'],
    ]),
  });
});

test.each([
  [{ OIDC_PROVIDERS: 'club' }, ['OIDC_CLUB_ISSUER and OIDC_CLUB_CLIENT_ID and OIDC_CLUB_CLIENT_SECRET must be set, too']],
  [{ ...club, OIDC_PROVIDERS: 'club,my-club,default' }, ['OIDC_PROVIDERS has "my-club", but', 'OIDC_PROVIDERS has "default", but']],
  [{ ...club, OIDC_PROVIDERS: 'club,Club' }, ['OIDC_PROVIDERS names club twice']],
  [
    { ...club, OIDC_CLUB_ROLES: 'curators=editor,board' },
    ['OIDC_CLUB_ROLES has "curators=editor", but', 'OIDC_CLUB_ROLES has "board", but'],
  ],
  [{ ...club, OIDC_CLUB_ROLES: 'board=moderator,board=admin' }, ['OIDC_CLUB_ROLES names the group board twice']],
  [{ ...club, OIDC_CLUB_PLANS: 'patrons=' }, ['OIDC_CLUB_PLANS has "patrons=", but']],
  [{ ...club, OIDC_CLUB_PLANS: `patrons=${'a'.repeat(81)}` }, ['OIDC_CLUB_PLANS has "patrons=a']],
  [{ ...club, OIDC_CLUB_SCOPES: 'gr"oups' }, ['OIDC_CLUB_SCOPES must be']],
  [{ ...club, OIDC_CLUB_ISSUER: 'http://club.example' }, ['OIDC_CLUB_ISSUER must be the provider’s address']],
  [{ ...club, OIDC_CLUB_ROLE: 'a=admin' }, ['OIDC_CLUB_ROLE is not a setting. Did you mean OIDC_CLUB_ROLES?']],
  [{ ...club, ...provider, OIDC_NAME: 'Club', OIDC_CLUB_NAME: 'Club' }, ['OIDC_CLUB_NAME is "Club", as OIDC_NAME']],
  [{ ...club, ...provider, OIDC_ISSUER: 'https://club.example' }, ['OIDC_CLUB_ISSUER is the same as OIDC_ISSUER']],
  [{ OIDC_ROLES: 'board=admin' }, ['OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set, too']],
])('wrong settings of providers are reported: %o', (settings, starts) => {
  const problems = problemsOf(settings);
  expect(problems.map((text, i) => text.slice(0, starts[i]?.length))).toEqual(starts);
  expect(problems.join()).not.toContain('kept to oneself');
});

test('a provider missing in OIDC_PROVIDERS causes a note', () => {
  const { OIDC_PROVIDERS: _, ...unlisted } = club;
  expect(notesOf(unlisted)).toEqual([expect.stringMatching(/^OIDC_CLUB_ISSUER is set, but OIDC_PROVIDERS does not name club/)]);
});

test('settings that this version ignores are reported', () => {
  expect(notesOf({ REDIS_URL: 'redis://x' })).toEqual([expect.stringContaining('REDIS_URL')]);
});

test('replicas need DATABASE_URL, and errors never repeat their passwords', () => {
  const DATABASE_URL = 'postgres://mbari:secret@db.example/mbari';
  const [one, two] = ['postgres://mbari:secret@one.example/mbari', 'postgresql://mbari:secret@two.example:5433/mbari'];
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URLS: ` ${one} ,${two},` }, '/x').replicas).toEqual([one, two]);
  expect(readConfig({ DATABASE_URL }, '/x').replicas).toEqual([]);
  expect(problemsOf({ DATABASE_URL, DATABASE_REPLICA_URLS: `${one},http://mbari:secret@two.example` })).toEqual([
    'DATABASE_REPLICA_URLS must be addresses that start with postgres:// or postgresql://, with commas between.',
  ]);
  expect(problemsOf({ DATABASE_REPLICA_URLS: one })).toEqual([expect.stringContaining('DATABASE_URL is not')]);
});

test('the webhook secret must have Stripe’s format and is never repeated in an error', () => {
  for (const STRIPE_WEBHOOK_SECRET of ['sk_live_0123456789abcdef', 'whsec_short', 'whsec_with a blank in the middle'])
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET })).toEqual([
      'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook, as Stripe shows it: whsec_ and at least 16 characters.',
    ]);
  expect(readConfig({ STRIPE_WEBHOOK_SECRET: ' whsec_0123456789abcdef ' }, '/x').stripeWebhookSecret).toBe('whsec_0123456789abcdef');
  expect(readConfig({ STRIPE_WEBHOOK_SECRET: '' }, '/x').stripeWebhookSecret).toBeNull();
});

test('a nightly backup is made if a folder is set', () => {
  expect(readConfig({}, '/srv').backup).toBeNull();
  expect(readConfig({ BACKUP_DIR: 'backups' }, '/srv').backup).toEqual({ folder: '/srv/backups', bucket: null, hour: 3, keep: 7 });
  expect(readConfig({ BACKUP_DIR: '/mnt/data-2', BACKUP_HOUR: '0', BACKUP_KEEP: '30' }, '/mnt').backup).toMatchObject({
    hour: 0,
    keep: 30,
  });
  expect(notesOf({ BACKUP_HOUR: '4' })).toEqual([expect.stringContaining('BACKUP_DIR and BACKUP_S3_* are not')]);
});

test('backups go to an object store if its settings and a passphrase are set', async () => {
  const store = Object.fromEntries(Object.entries(s3).map(([name, value]) => [`BACKUP_${name}`, value]));
  const passphrase = { BACKUP_PASSPHRASE: 'seven looms beside the river' };
  const folder = await makeQuickFolder('mbari-passphrase-');
  const file = path.join(folder, 'passphrase');
  writeFileSync(file, 'written in a file, ending with a newline\n');
  expect(readConfig({ ...store, ...passphrase }, '/srv').backup).toMatchObject({
    folder: null,
    bucket: { s3: { bucket: 'photos' }, passphrase: 'seven looms beside the river' },
  });
  expect(readConfig({ ...store, BACKUP_PASSPHRASE_FILE: 'passphrase', BACKUP_DIR: '/mnt' }, folder).backup).toMatchObject({
    folder: '/mnt',
    bucket: { passphrase: 'written in a file, ending with a newline' },
  });
  expect(problemsOf(store)).toEqual([expect.stringMatching(/^BACKUP_PASSPHRASE must be set, too/)]);
  expect(problemsOf({ ...store, BACKUP_PASSPHRASE: 'short' })).toEqual([expect.stringMatching(/^BACKUP_PASSPHRASE must have at least 16/)]);
  expect(problemsOf({ ...store, BACKUP_PASSPHRASE_FILE: '/nowhere' })).toEqual([
    expect.stringMatching(/^BACKUP_PASSPHRASE_FILE cannot be read/),
  ]);
  expect(problemsOf({ ...store, ...passphrase, BACKUP_PASSPHRASE_FILE: file })).toEqual([expect.stringContaining('are both set')]);
  expect(problemsOf({ BACKUP_S3_BUCKET: 'photos', ...passphrase })).toEqual([
    expect.stringMatching(/object store for backups needs all of/),
  ]);
  expect(problemsOf({ ...s3, ...store, ...passphrase })).toEqual([expect.stringMatching(/^BACKUP_S3_BUCKET is the bucket of the images/)]);
  rmSync(folder, { recursive: true });
});

const mailServer = { SMTP_URL: 'smtp://mail.example' };
const noBackups = { BACKUP_DIR: 'none' };

test('a server open to others without PUBLIC_URL causes a note', () => {
  expect(notesOf({ HOST: '0.0.0.0', ...mailServer })).toEqual([expect.stringContaining('PUBLIC_URL')]);
  expect(notesOf({ HOST: '0.0.0.0', PUBLIC_URL: 'http://mbari.example', ...mailServer })).toEqual([]);
});

test('https without a trusted proxy causes a note with the line to set', () => {
  const https = { PUBLIC_URL: 'https://mbari.example', ...mailServer, ...noBackups };
  expect(notesOf(https)).toEqual([expect.stringMatching(/Set TRUST_PROXY=loopback\.$/)]);
  expect(notesOf({ ...https, HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/Set TRUST_PROXY to the address of the proxy\.$/)]);
  expect(notesOf({ ...https, TRUST_PROXY: 'loopback' })).toEqual([]);
});

test('a public address without a mail server causes a note about the outbox and SMTP_URL', () => {
  const [note] = notesOf({ PUBLIC_URL: 'https://mbari.example', TRUST_PROXY: 'loopback', ...noBackups });
  expect(note).toMatch(/\/srv\/mbari\/data\/outbox.*Set SMTP_URL/);
  expect(notesOf({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.7' })).toEqual([note]);
});

test('a public address without nightly backups causes a note, which BACKUP_DIR=none answers', () => {
  const site = { PUBLIC_URL: 'https://mbari.example', TRUST_PROXY: 'loopback', ...mailServer };
  expect(notesOf(site)).toEqual([expect.stringMatching(/^BACKUP_DIR is not set/)]);
  expect(notesOf({ ...site, ...noBackups })).toEqual([]);
  expect(readConfig(noBackups, '/srv').backup).toBeNull();
});

test('.env.example lists exactly the variables that are read', () => {
  const example = readFileSync(path.join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const documented = new Set(example.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:HOST|PORT|LOCALES)\b/g));
  const read = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(club, {
    get: (settings, name: string) => {
      read.add(name);
      return settings[name];
    },
  });
  notesOn(env, readConfig(env, '/srv'));
  expect([...read].filter((name) => !documented.has(name))).toEqual([]);
  expect([...documented].filter((name) => !read.has(name))).toEqual([]);
});

test('complete languages are offered by default, drafts only if named, and the default language always', () => {
  const complete = ['en', 'ar', 'fr', 'sw'];
  expect(readConfig({}, '/srv').languages).toEqual({ offered: complete, default: 'en' });
  expect(readConfig({ LOCALES: 'en, en-XA' }, '/srv').languages).toEqual({ offered: ['en', 'en-XA'], default: 'en' });
  expect(readConfig({ DEFAULT_LOCALE: 'en-XA' }, '/srv').languages).toEqual({ offered: ['en-XA', ...complete], default: 'en-XA' });
  expect(() => readConfig({ LOCALES: 'en,tlh', DEFAULT_LOCALE: 'Elvish' }, '/srv')).toThrow(
    /DEFAULT_LOCALE is "Elvish".*\n?.*LOCALES has "tlh"/s,
  );
});
