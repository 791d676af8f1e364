import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush, longestPush } from './push-sender.ts';

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
