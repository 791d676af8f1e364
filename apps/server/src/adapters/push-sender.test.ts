import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeTestSubscription } from '../testing/push-subscriptions.ts';
import { lookupPublic, push } from './push-sender.ts';
import { secretsFrom } from './secrets.ts';
import { vapidKeys } from './vapid-keys.ts';

const config = readConfig({}, '/srv');
const secrets = secretsFrom(randomBytes(32));
const { keys } = makeTestSubscription();
const message = { payload: '{}', ttl: 60, topic: 'a' };

test('a name that leads into the network the server stands in is not called', async () => {
  const found = (name: string) =>
    new Promise<string>((resolve) =>
      lookupPublic(name, { all: true }, (error, addresses) => resolve(error?.message ?? JSON.stringify(addresses))),
    );
  expect(await found('localhost')).toBe('localhost is not a public address');
  expect(await found('127.0.0.1')).toBe('127.0.0.1 is not a public address');
  expect(await found('8.8.8.8')).toBe('[{"address":"8.8.8.8","family":4}]');
});

test('a subscription whose address may not be called any more is as good as gone', async () => {
  expect(await push({ config, secrets }, { endpoint: 'http://127.0.0.1:4000/x', ...keys }, message)).toBe('gone');
});

test('the key is of the signing key alone', () => {
  expect(vapidKeys(secrets)).toEqual(vapidKeys(secrets));
  expect(vapidKeys(secretsFrom(randomBytes(32))).publicKey).not.toBe(vapidKeys(secrets).publicKey);
  expect(Buffer.from(vapidKeys(secrets).privateKey, 'base64url')).toHaveLength(32);
});
