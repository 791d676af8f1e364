/** @module-tag sampled */
import { allCalls } from '@mbari/contract/all';
import { type Endpoint, type Scope, scopes } from '@mbari/contract/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { addTestApiToken, addTestMember, startTestApp, type TestApp } from '../src/testing/app.ts';
import { asksAll, howToRepeat, seed } from '../src/testing/daily-share.ts';
import { watchKept } from '../src/testing/fingerprint.ts';
import { startTestProvider, type TestProvider } from '../src/testing/identity-provider.ts';
import type { Actor } from '../src/testing/matrix/actors.ts';
import { casesOf, dailyRows, type Row, runMatrix } from '../src/testing/matrix/driver.ts';
import { isForAll, publicState } from '../src/testing/matrix/rules.ts';
import { table } from '../src/testing/matrix/table.ts';
import { memberOf } from '../src/testing/matrix/world.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp(provider.settings);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** Calls of accounts, sign-in, direct messages, events and acts of organisers. */
const closedPaths = [
  /^\/me$/, // but GET
  /^\/me\/(?:email|password|passkeys|totp|recovery-codes|providers|identities|sessions|security|export|rules|push-subscriptions|application|forum-settings)\b/,
  /^\/(?:auth|email|invitations|conversations|messages|events|presence|reports|decisions|billing)\b/,
  /^\/users\/\{id\}\/conversation$/,
  /^\/(?:admin|moderation)\//,
  /\/(?:lock|pin|merge|move|split|restore)$/,
];

/** Reads among them that a token may make. */
const openReads: Record<string, Scope> = {
  readMe: 'read',
  readAuthMe: 'read',
  readForumSettings: 'read',
  listApplications: 'admin:read',
  readJoining: 'admin:read',
  listAppeals: 'admin:read',
  listModerationLog: 'admin:read',
  listReports: 'admin:read',
  listPending: 'admin:read',
  listAccounts: 'admin:read',
  listAnnouncements: 'admin:read',
  readCommunityHealth: 'admin:read',
  readFilters: 'admin:read',
  readSiteSettings: 'admin:read',
};

type Scoped = Pick<Endpoint, 'name' | 'method' | 'path' | 'access' | 'scope'>;

/** Returns the faults of the scopes that calls declare. */
const misplaced = (calls: readonly Scoped[]): string[] =>
  calls.flatMap(({ name, method, path, access, scope }) => {
    const isOrganisers = access === 'organiser' || access === 'admin';
    const faults = [
      scope !== undefined && access === 'open' && 'an open call ignores tokens',
      scope !== openReads[name] && (isOrganisers || closedPaths.some((closed) => closed.test(path))) && 'must be closed to tokens',
      scope?.endsWith('read') === true && method !== 'GET' && 'writes with a scope that reads',
      scope?.startsWith('write') === true && method === 'GET' && 'reads with a scope that writes',
      scope === 'admin:read' && !isOrganisers && 'is not for organisers',
    ];
    return faults.flatMap((fault) => (fault === false ? [] : `${name}: ${fault}`));
  });

test('calls of accounts, sign-in, direct messages and moderation declare no scope', () => {
  expect(misplaced(allCalls)).toEqual([]);
  const lie = (name: string, scope: Scope | undefined): string[] => misplaced([{ ...allCalls.find((call) => call.name === name)!, scope }]);
  expect(lie('changePassword', 'write:social')).toHaveLength(1);
  expect(lie('createApiToken', 'write:social')).toHaveLength(1);
  expect(lie('listMessages', 'read')).toHaveLength(1);
  expect(lie('removePhoto', 'admin:read')).toHaveLength(2);
  expect(lie('likePhoto', 'read')).toHaveLength(1);
  expect(lie('readSite', 'read')).toHaveLength(1);
  expect(lie('exportAccount', 'read')).toHaveLength(1);
  expect(lie('readMe', 'read')).toEqual([]);
});

/** Adds a token whose use today is recorded, because the first use of a day stores it. */
async function addUsedToken(memberId: string, scope: Scope): Promise<string> {
  const token = await addTestApiToken(app, memberId, [scope]);
  await app.db.run('update api_tokens set last_used_on = current_date where member_id = $1', [memberId]);
  return token;
}

const scopeOf = (name: string): Scope | undefined => allCalls.find((call) => call.name === name)?.scope;

test('a token without the scope of a call is refused, and stores nothing', { timeout: 300_000 }, async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  const tokens = new Map<Scope, string>();
  for (const scope of scopes) tokens.set(scope, await addUsedToken(admin.id, scope));
  const watch = await watchKept(app);
  const wrong: string[] = [];
  for (const call of allCalls.filter(({ access }) => access !== 'open')) {
    const path = call.path.replaceAll(/\{\w+\}/g, newId());
    for (const [scope, token] of tokens) {
      if (scope === call.scope) continue;
      const { status, json } = await app.call(call.method, path, { token });
      if (status !== 403 || json?.code !== 'scope_required') wrong.push(`${call.name} with ${scope}: ${status} ${json?.code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await watch.hasChanged()).toBe(false);
});

/** Members without a role, and organisers where the scope keeps their role. */
const askedOf = ({ call: { name }, actors }: Row): readonly Actor[] => {
  const asked: Actor[] = ['unverified', 'verified_no_onboarding', 'follower', 'blocked', 'owner', 'paid_member', 'suspended'];
  if (scopeOf(name) === 'admin:read') asked.push('moderator', 'admin');
  return asked.filter((actor) => actors?.includes(actor) ?? true);
};

const scopedRows = table.flatMap((row) => {
  const actors = askedOf(row);
  return scopeOf(row.call.name) !== undefined && actors.length > 0 ? [{ ...row, actors }] : [];
});

if (!asksAll) console.log(howToRepeat);

test('a token with no other scope than that of a call gets the answer of a session', { timeout: 900_000 }, async () => {
  const inPublic = scopedRows.filter(({ state = publicState }) => state.photo === 'ready' && isForAll(state));
  const rows = asksAll ? scopedRows : dailyRows(inPublic, seed);
  expect(new Set(rows.map(({ call }) => call.name))).toEqual(new Set(allCalls.flatMap(({ name, scope }) => (scope ? name : []))));
  // Sends rows without a state first, like matrix.test.ts: the others add posts that would push theirs out of short lists.
  const [plain, rest] = [rows.filter(({ state }) => state === undefined), rows.filter(({ state }) => state !== undefined)];
  for (const part of [plain, rest]) {
    const { cases, wrong } = await runMatrix(app, part, (world, { call }, actor) =>
      addUsedToken(memberOf(world, actor)!.id, scopeOf(call.name)!),
    );
    expect(wrong).toEqual([]);
    expect(cases).toBe(casesOf(part).length);
  }
});
