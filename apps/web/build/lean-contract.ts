import type { Plugin } from 'vite';

/** Endpoint in `packages/contract`, and its fields that only the server needs. */
const call = /\bcall\('\w+', \{[\s\S]*?\}\)(?=;)/g;
const documented =
  /\s(?:method: 'GET'|access: '(?!open')\w+'|summary:\s*(?:'[^']*'|`[^`]*`)|refuses: \[[^\]]*\]|takes: '[\w ]+'|status: \d+|(?:ownPagesOnly|onlyWhenOpened): true)(?:,|(?=\s*\}))/g;

/**
 * Reduces endpoints to what the browser needs: the path, and the method if it is not GET. Drops input
 * schemas, summaries, refusals and access, and unused endpoints altogether.
 */
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
