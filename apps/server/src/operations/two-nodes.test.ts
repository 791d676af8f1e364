import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { secretsFrom } from '../platform/adapters/secrets.ts';
import { readConfig } from '../platform/config.ts';
import { addTestAccount, testPassword } from '../testing/accounts.ts';
import { startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { formOf } from '../testing/http-client.ts';
import { photoFile } from '../testing/image-files.ts';
import { openOutbox } from '../testing/mails.ts';
import { type ObjectStore, startObjectStore } from '../testing/object-store.ts';
import { codeOf } from '../testing/passkeys.ts';
import { setMember } from '../testing/posts.ts';
import { openSigningKey } from './open-signing-key.ts';

// Two nodes share only the database, the object store and SIGNING_KEY.
let objects: ObjectStore;
let firstNode: TestApp;
let secondNode: TestApp;
beforeAll(async () => {
  objects = await startObjectStore();
  const settings = { ...objects.settings, SIGNING_KEY: randomBytes(32).toString('hex') };
  firstNode = await startTestApp(settings, nodeParts(settings));
  const database = { ...(inject('postgres') as pg.PoolConfig), database: firstNode.database };
  secondNode = await startTestApp(settings, nodeParts(settings), { on: database });
  for (const { db, context } of [firstNode, secondNode]) await openSigningKey(db, context.config);
});
afterAll(async () => {
  await secondNode.close();
  await firstNode.close();
  await objects.close();
});

/** The middle of a TOTP time step, so that no step begins during a test. */
const clock = new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);

const nodeParts = (settings: Record<string, string>) => ({
  secrets: secretsFrom(readConfig(settings, '/nowhere').signingKey!),
  now: () => clock,
});

const logIn = (node: TestApp, { email }: { email: string }, code?: string) =>
  node.call('POST', '/auth/login', { json: { email, password: testPassword, device_name: 'web', ...(code !== undefined && { code }) } });

async function readMailedLink(node: TestApp, path: string): Promise<URL> {
  await runJobs(node.context);
  const links = (await openOutbox(node).take()).flatMap((mail) => mail.links).filter((link) => new URL(link).pathname.startsWith(path));
  expect(new Set(links).size).toBe(1);
  return new URL(links[0]!);
}

test('the two nodes share a key but no folder and no process', () => {
  expect(firstNode.context.config.dataFolder).not.toBe(secondNode.context.config.dataFolder);
  expect(firstNode.context.secrets).not.toBe(secondNode.context.secrets);
  expect(secondNode.context.secrets.unseal('totp', firstNode.context.secrets.seal('totp', 'a secret'))).toBe('a secret');
});

test('a signed URL of a followers-only image works on the other node, and an unsigned one on neither', async () => {
  const owner = await addTestAccount(firstNode);
  await setMember(firstNode, owner, { post_visibility: 'followers' });
  const form = formOf({ 'title': 'Uli', 'images[0]': await photoFile(700, 350) });
  const posted = await firstNode.call('POST', '/photos', { token: owner.token, form });
  const { pathname, search } = new URL(posted.json.data.images[0].image_path, firstNode.url);
  expect(search).toContain('sig=');
  for (const node of [firstNode, secondNode]) {
    expect((await fetch(`${node.url}${pathname}${search}`)).status).toBe(200);
    expect((await fetch(`${node.url}${pathname}`)).status).toBe(404);
  }
});

test('a verification link mailed by one node works on the other', async () => {
  const email = 'two-nodes@example.test';
  const fields = {
    ...{ name: 'Ngozi Ibe', username: 'ngozi.ibe', email, country_code: '+234', phone: '0803 123 4567' },
    ...{ password: testPassword, password_confirmation: testPassword },
  };
  const registered = await firstNode.call('POST', '/auth/register', { json: fields });
  expect(registered.status).toBe(201);
  const link = await readMailedLink(secondNode, '/api/v1/email/verify');
  expect((await firstNode.call('GET', `${link.pathname}${link.search}`)).headers.get('location')).toContain('verified');
  expect((await logIn(secondNode, { email })).status).toBe(200);
});

test('a password reset link mailed by one node works on the other', async () => {
  const member = await addTestAccount(firstNode);
  await firstNode.call('POST', '/auth/forgot-password', { json: { email: member.email } });
  const link = await readMailedLink(secondNode, '/reset-password');
  const password = 'indigo cloth 1924';
  const json = { ...Object.fromEntries(link.searchParams), password, password_confirmation: password };
  expect((await firstNode.call('POST', '/auth/reset-password', { json })).status).toBe(200);
  expect((await secondNode.call('POST', '/auth/login', { json: { email: member.email, password, device_name: 'web' } })).status).toBe(200);
});

test('two-step sign-in set up on one node works on the other, and so does a recovery code', async () => {
  const member: TestMember = await addTestAccount(firstNode);
  const enrollment = await firstNode.call('POST', '/me/totp', { token: member.token, json: { password: testPassword } });
  const { secret } = enrollment.json.data;
  const earlier = new Date(clock.getTime() - 30_000);
  const confirmed = await secondNode.call('POST', '/me/totp/confirm', { token: member.token, json: { code: codeOf(secret, earlier) } });
  expect(confirmed.status).toBe(200);
  expect((await logIn(secondNode, member)).json.code).toBe('second_factor_required');
  expect((await logIn(secondNode, member, codeOf(secret, clock))).status).toBe(200);
  const [recovery] = confirmed.json.recovery_codes as string[];
  expect((await logIn(firstNode, member, recovery)).status).toBe(200);
  expect((await logIn(secondNode, member, recovery)).status, 'each works once, wherever').toBe(422);
});
