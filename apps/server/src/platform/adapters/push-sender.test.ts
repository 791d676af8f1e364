import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeTestSubscription } from '../../testing/push-endpoint.ts';
import { readConfig } from '../config.ts';
import { lookupPublic } from './post-to-public.ts';
import { push, PushFailed } from './push-sender.ts';
import { secretsFrom } from './secrets.ts';
import { vapidKeys } from './vapid-keys.ts';

const config = readConfig({}, '/srv');
const secrets = secretsFrom(randomBytes(32));
const { keys } = makeTestSubscription();
const message = { payload: '{}', ttl: 60, topic: 'a' };

test('a host that resolves into the local network is not called', async () => {
  const resolveAddress = (name: string) =>
    new Promise<string>((resolve) =>
      lookupPublic(name, { all: true }, (error, addresses) => resolve(error?.message ?? JSON.stringify(addresses))),
    );
  expect(await resolveAddress('localhost')).toBe('the name does not lead to public addresses');
  expect(await resolveAddress('127.0.0.1')).toBe('the name does not lead to public addresses');
  expect(await resolveAddress('8.8.8.8')).toBe('[{"address":"8.8.8.8","family":4}]');
});

test('an error does not reveal the host', async () => {
  const endpoint = 'https://browser-of-ada.invalid/secret';
  const failure = await push({ config, secrets }, { endpoint, ...keys }, message).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PushFailed);
  expect(String(failure)).not.toMatch(/browser|secret|localhost|\d+\.\d+/);
});

test('a subscription with a forbidden address counts as gone', async () => {
  for (const endpoint of ['http://127.0.0.1:4000/x', 'https://browser.localhost/secret'])
    expect(await push({ config, secrets }, { endpoint, ...keys }, message)).toBe('gone');
});

test('the VAPID key depends only on the signing key', () => {
  expect(vapidKeys(secrets)).toEqual(vapidKeys(secrets));
  expect(vapidKeys(secretsFrom(randomBytes(32))).publicKey).not.toBe(vapidKeys(secrets).publicKey);
  expect(Buffer.from(vapidKeys(secrets).privateKey, 'base64url')).toHaveLength(32);
});
