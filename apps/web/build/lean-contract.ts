import type { Plugin } from 'vite';

/** A call as `packages/contract` has it, and what of it only the server's own documentation says. */
const call = /\bcall\('\w+', \{[\s\S]*?\}\)(?=;)/g;
const documented =
  /\s(?:method: 'GET'|access: '(?!open')\w+'|summary:\s*(?:'[^']*'|`[^`]*`)|refuses: \[[^\]]*\]|takes: '[\w ]+'|status: \d+|(?:ownPagesOnly|onlyWhenOpened): true)(?:,|(?=\s*\}))/g;

/** The browser needs of a call its path, and its method where that is not GET. What it takes, its summary, its refusals and whom it is kept from stay at home, and calls that nothing makes with them. */
export function leanContract(): Plugin {
  return {
    name: 'mbari-lean-contract',
    enforce: 'pre',
    transform(code, id) {
      if (!/packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/.test(id) || !code.includes('callsOf<')) return undefined;
      return { code: code.replace(call, (one) => `/*#__PURE__*/ ${one.replace(documented, '')}`), map: null };
    },
  };
}
