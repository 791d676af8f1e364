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
  const catalogues = Object.fromEntries(written.map((locale) => [locale, readLocale(path.join(folder, locale), locale, problems)]));
  return { locales, catalogues, problems };
}

/** @param {string} folder @param {string} locale @param {string[]} problems @returns {Catalogue} */
function readLocale(folder, locale, problems) {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [name.slice(0, -5), readSubject(readFileSync(path.join(folder, name), 'utf8'), `${locale}/${name}`, problems)]),
  );
}

/** Keys that begin with @ carry notes for translators. @param {string} text @param {string} at @param {string[]} problems */
function readSubject(text, at, problems) {
  const keys = [...text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, key = '']) => key);
  for (const key of keys.filter((one, index) => keys.indexOf(one) !== index)) problems.push(`${at}: ${key} stands there twice`);
  try {
    /** @type {Record<string, unknown>} */
    const all = JSON.parse(text);
    const notes = Object.keys(all).filter((key) => key.startsWith('@') && !(key.slice(1) in all));
    problems.push(...notes.map((note) => `${at}: ${note} is a note on no message`));
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
