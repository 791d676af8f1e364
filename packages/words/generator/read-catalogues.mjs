import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./check-catalogues.mjs').Catalogue} Catalogue */
/** @typedef {import('./generate.mjs').LocaleEntry} LocaleEntry */

/**
 * All catalogues of a folder: `locales.json`, and a folder a locale with a file a subject.
 * @param {string} folder
 * @returns {{ locales: Record<string, LocaleEntry>, catalogues: Record<string, Catalogue>, problems: string[] }}
 */
export function readCatalogues(folder) {
  /** @type {string[]} */
  const problems = [];
  const locales = JSON.parse(readFileSync(path.join(folder, 'locales.json'), 'utf8'));
  const written = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isDirectory());
  for (const [locale, { state }] of Object.entries(locales))
    if (state !== 'pseudo' && !existsSync(path.join(folder, locale))) problems.push(`${locale} has no folder of catalogues`);
  const catalogues = Object.fromEntries(
    written.map((locale) => [locale, readLocale(path.join(folder, locale), { locale, state: locales[locale]?.state }, problems)]),
  );
  return { locales, catalogues, problems };
}

/** What each file of a draft says of itself, under the key @. */
export const draftNote = 'A draft, for a native reader to check.';

/** @param {string} folder @param {{ locale: string, state?: string }} language @param {string[]} problems @returns {Catalogue} */
function readLocale(folder, { locale, state }, problems) {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [
        name.slice(0, -5),
        readSubject(readFileSync(path.join(folder, name), 'utf8'), { at: `${locale}/${name}`, state }, problems),
      ]),
  );
}

/**
 * Keys that begin with @ carry notes for translators; @ alone one on the whole file.
 * @param {string} text @param {{ at: string, state?: string }} file @param {string[]} problems
 */
function readSubject(text, { at, state }, problems) {
  const keys = [...text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, key = '']) => key);
  for (const key of keys.filter((one, index) => keys.indexOf(one) !== index)) problems.push(`${at}: ${key} stands there twice`);
  try {
    /** @type {Record<string, unknown>} */
    const all = JSON.parse(text);
    const notes = Object.keys(all).filter((key) => key.startsWith('@') && key !== '@' && !(key.slice(1) in all));
    problems.push(...notes.map((note) => `${at}: ${note} is a note on no message`));
    if (state === 'draft' && all['@'] !== draftNote) problems.push(`${at} is of a draft and does not say so: "@": "${draftNote}"`);
    if (state === 'whole' && all['@'] === draftNote) problems.push(`${at} calls itself a draft, and its language is whole`);
    const messages = Object.entries(all).filter(([key]) => !key.startsWith('@'));
    for (const [key, message] of messages)
      if (typeof message !== 'string' || message.trim() === '') problems.push(`${at}: ${key} is empty or no text`);
    return Object.fromEntries(
      messages.filter((entry) =>
        /** @type {(entry: [string, unknown]) => entry is [string, string]} */ (([, one]) => typeof one === 'string')(entry),
      ),
    );
  } catch (error) {
    problems.push(`${at} is no JSON: ${/** @type {Error} */ (error).message}`);
    return {};
  }
}
