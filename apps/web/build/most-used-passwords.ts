import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

const name = 'virtual:most-used-passwords';
const resolved = `\0${name}`;
const shortest = 8;
/** Enough for a warning while typing. The server's list is longer. */
const howMany = 10_000;

/** The most used passwords of valid length as one string: a separate chunk, sorted alphabetically for compression. */
export function mostUsedPasswords(): Plugin {
  return {
    name: 'mbari-most-used-passwords',
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      const words = dictionary['passwords-common'].map((word) => word.toLowerCase()).filter((word) => word.length >= shortest);
      const list = [...new Set(words)].slice(0, howMany).toSorted().join('\n');
      return `export const mostUsedPasswords = ${JSON.stringify(list)};`;
    },
  };
}
