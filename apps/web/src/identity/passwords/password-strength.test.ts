import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

const commonOnes = new Set(['password', 'iloveyou', 'sunshine', 'princess1', 'football']);
const strength = (password: string, about: string[] = []) => strengthOf(password, about, (word) => commonOnes.has(word));

test('a short password shows the minimum length in characters, not bytes', () => {
  expect(strength('a b c d')).toEqual({ level: 0, label: '8 characters or more' });
  expect(strength('ọ̀ṣun').level).toBe(0);
});

test.each(['password', 'PassWord', 'p@ssw0rd', 'football', 'sunshine1987', 'iloveyou!!', 'Princess1'])(
  '%s is rated as common',
  (password) => {
    expect(strength(password)).toMatchObject({ level: 1, label: 'Too common: easy to guess' });
  },
);

test.each([
  ['okonkwo1', ['Nkem Okonkwo']],
  ['nkemokonkwo', ['Nkem Okonkwo']],
  ['nkem.okonkwo', ['nkem.okonkwo@example.org']],
  ['NKEM_OKONKWO', ['x', 'nkem_okonkwo']],
])('%s is rated as personal for %j', (password, about) => {
  expect(strength(password, about)).toMatchObject({ level: 1, label: 'Too close to your name or address: easy to guess' });
});

test.each(['aaaaaaaaaaaa', '1234567890', 'abcdefgh', 'zyxwvuts'])('%s is easy to guess', (password) => {
  expect(strength(password).level).toBe(1);
});

test.each([
  ['kolanuts', 1],
  ['kolanut77', 2],
  ['Kola-nut 1961', 4],
  ['four hens in the yard', 4],
  ['a courtyard at dusk', 4],
])('%s is rated %i of four', (password, level) => {
  expect(strength(password).level).toBe(level);
});

test('a name within a long sentence does not lower the rating', () => {
  expect(strength('okonkwo paints the courtyard red', ['Nkem Okonkwo']).level).toBe(4);
});
