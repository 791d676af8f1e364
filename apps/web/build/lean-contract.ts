import type { Plugin } from 'vite';

/** A call as `packages/contract` has it, and what of it only the server's own documentation says. */
const call = /\bcall\('\w+', \{[\s\S]*?\n\}\)/g;
const documented =
  /\n\s*(?:access: '(?!open')\w+'|summary:\s*(?:'[^']*'|`[^`]*`)|refuses: \[[^\]]*\]|(?:ownPagesOnly|onlyWhenOpened): true),/g;

/** The browser needs of a call its method and path. Its summary, its refusals and whom it is kept from stay at home, and calls that nothing makes with them. */
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
