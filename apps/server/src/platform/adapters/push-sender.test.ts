import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeTestSubscription } from '../../testing/push.ts';
import { readConfig } from '../config.ts';
import { lookupPublic } from './post-to-public.ts';
import { encryptPush, longestPush, push, PushFailed, vapidKeys } from './push-sender.ts';
import { secretsFrom } from './secrets.ts';

describe('push sender', () => {
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
});

describe('encrypted push messages', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

  const browser = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw');
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

  function ownKey(): ReturnType<typeof createECDH> {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    return curve;
  }

  test('encryption reproduces the example of RFC 8291 byte for byte', () => {
    const body = encryptPush(browser, 'When I grow up, I want to be a watermelon', { salt, key: ownKey() });
    expect(body.toString('base64url')).toBe(message);
  });

  test('each message is encrypted differently and stays within the size limit of push services', () => {
    expect(encryptPush(browser, 'a')).not.toEqual(encryptPush(browser, 'a'));
    expect(encryptPush(browser, 'a'.repeat(longestPush))).toHaveLength(4096);
    expect(() => encryptPush(browser, 'é'.repeat(longestPush))).toThrow(RangeError);
  });
});
