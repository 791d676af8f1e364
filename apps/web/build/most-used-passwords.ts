import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

/** The import that the build replaces by the list. */
const name = 'virtual:most-used-passwords';
const resolved = `\0${name}`;
const shortest = 8;
/** Enough to warn while typing. The server refuses more of them. */
const howMany = 10_000;

/** The most used passwords that are long enough to be taken, as one string: a chunk of its own that compresses well in alphabetical order. */
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
