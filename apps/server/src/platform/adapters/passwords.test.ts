import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isPassword, PasswordsBusy, unknownAccountHash } from './passwords.ts';

test('a password matches its hash, and two hashes of it differ', async () => {
  const [one, two] = await Promise.all([hashPassword('kola nut 1961'), hashPassword('kola nut 1961')]);
  expect(one).not.toBe(two);
  expect(await isPassword('kola nut 1961', one)).toBe(true);
  expect(await isPassword('kola nut 1962', one)).toBe(false);
  expect(await isPassword('kola nut 1961', null)).toBe(false);
});

test('the hash for unknown addresses is as strong as a new hash', async () => {
  const strength = (hash: string): string[] => hash.split('$').slice(0, 4);
  expect(strength(unknownAccountHash)).toEqual(strength(await hashPassword('kola nut 1961')));
});

test('a hash with other settings is recognised as outdated and still verified', async () => {
  const weaker = await hash('kola nut 1961', { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 });
  expect([weaker, unknownAccountHash, await hashPassword('x')].map(isOutdated)).toEqual([true, false, false]);
  expect(await isPassword('kola nut 1961', weaker)).toBe(true);
  expect(await isPassword('kola nut 1962', weaker)).toBe(false);
});

test('two passwords are processed, fifty wait, the next is refused, and all others complete', { tags: ['world'] }, async () => {
  const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => isPassword(`password ${index}`, null)));
  expect(answers.slice(0, 52)).toEqual(Array.from({ length: 52 }, () => ({ status: 'fulfilled', value: false })));
  for (const answer of answers.slice(52)) expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(PasswordsBusy) });
});

test('an invalid hash is an error and does not affect the next password', async () => {
  await expect(isPassword('kola nut 1961', 'nonsense')).rejects.toThrow('Decoding failed');
  expect(await isPassword('kola nut 1961', await hashPassword('kola nut 1961'))).toBe(true);
});
