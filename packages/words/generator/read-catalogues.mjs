import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./check-catalogues.mjs').Catalogue} Catalogue */
/** @typedef {import('./generate.mjs').LocaleEntry} LocaleEntry */
/** @typedef {Map<string, { domain: string, messages: Record<string, string> }>} Subjects the subjects of a locale, each with its file */

/**
 * Reads `locales.json` and the catalogues: a folder per locale, a file per domain, an object per subject.
 * @param {string} folder
 * @returns {{ locales: Record<string, LocaleEntry>, catalogues: Record<string, Catalogue>, domains: Record<string, string>, problems: string[] }}
 *   `domains`: the file of each subject, without `.json`
 */
export function readCatalogues(folder) {
  /** @type {string[]} */
  const problems = [];
  const locales = JSON.parse(readFileSync(path.join(folder, 'locales.json'), 'utf8'));
  for (const [locale, { state }] of Object.entries(locales))
    if (state !== 'pseudo' && !existsSync(path.join(folder, locale))) problems.push(`${locale} has no folder of catalogues`);
  const read = readdirSync(folder)
    .filter((name) => statSync(path.join(folder, name)).isDirectory())
    .map((locale) => ({ locale, subjects: readLocale(path.join(folder, locale), { locale, state: locales[locale]?.state }, problems) }));
  const english = read.find(({ locale }) => locale === 'en')?.subjects ?? new Map();
  for (const { locale, subjects } of read) problems.push(...misplaced(locale, subjects, english));
  return {
    locales,
    catalogues: Object.fromEntries(
      read.map(({ locale, subjects }) => [locale, Object.fromEntries([...subjects].map(([subject, { messages }]) => [subject, messages]))]),
    ),
    domains: Object.fromEntries([...english].map(([subject, { domain }]) => [subject, domain])),
    problems,
  };
}

/** Reports subjects that English does not have or has in another file. @param {string} locale @param {Subjects} subjects @param {Subjects} english */
function misplaced(locale, subjects, english) {
  return [...subjects].flatMap(([subject, { domain }]) => {
    const model = english.get(subject)?.domain;
    if (model === domain) return [];
    const fault = model === undefined ? 'is surplus: English has no such subject' : `belongs in ${model}.json, as in English`;
    return [`${locale}/${domain}.json: ${subject} ${fault}`];
  });
}

/** Note under the key @ in each file of a draft language. */
export const draftNote = 'A draft, for a native reader to check.';

/** @param {string} folder @param {{ locale: string, state?: string }} language @param {string[]} problems @returns {Subjects} */
function readLocale(folder, { locale, state }, problems) {
  /** @type {Subjects} */
  const subjects = new Map();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    const file = readDomain(readFileSync(path.join(folder, name), 'utf8'), { at: `${locale}/${name}`, state }, problems);
    for (const [subject, messages] of Object.entries(file)) {
      const other = subjects.get(subject)?.domain;
      if (other === undefined) subjects.set(subject, { domain: name.slice(0, -5), messages });
      else problems.push(`${locale}/${name}: ${subject} is also in ${other}.json`);
    }
  }
  return subjects;
}

/**
 * Reads one file. Keys that begin with @ are notes for translators; @ alone is a note on the whole file.
 * @param {string} text @param {{ at: string, state?: string }} file @param {string[]} problems
 * @returns {Catalogue}
 */
function readDomain(text, { at, state }, problems) {
  /** @type {Record<string, unknown>} */
  let all;
  try {
    all = JSON.parse(text);
  } catch (error) {
    problems.push(`${at} is not valid JSON: ${/** @type {Error} */ (error).message}`);
    return {};
  }
  problems.push(...repeatedKeys(text).map((key) => `${at}: ${key} is defined twice`));
  if (state === 'draft' && all['@'] !== draftNote) problems.push(`${at} belongs to a draft language: add "@": "${draftNote}"`);
  if (state === 'whole' && all['@'] === draftNote) problems.push(`${at} is marked as a draft, but its language is complete`);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([subject]) => subject !== '@')
      .map(([subject, messages]) => [subject, readSubject(messages, { at, subject }, problems)]),
  );
}

/** @param {unknown} written @param {{ at: string, subject: string }} place @param {string[]} problems @returns {Record<string, string>} */
function readSubject(written, { at, subject }, problems) {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    problems.push(`${at}: ${subject} is not a subject: put its messages in an object`);
    return {};
  }
  /** @type {Record<string, string>} */
  const messages = {};
  for (const [key, message] of Object.entries(written)) {
    if (key.startsWith('@')) {
      if (!(key.slice(1) in written)) problems.push(`${at}: ${subject}.${key} is a note without a message`);
    } else if (typeof message !== 'string' || message.trim() === '') problems.push(`${at}: ${subject}.${key} is empty or not a text`);
    else messages[key] = message;
  }
  return messages;
}

/** Finds duplicate keys, which `JSON.parse` overwrites silently. @param {string} text of valid JSON, two levels deep */
function repeatedKeys(text) {
  let subject = '';
  const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:\s*\{?)?/g)].flatMap(([, key = '', colon]) => {
    if (colon === undefined) return [];
    if (!colon.endsWith('{')) return [subject === '' ? key : `${subject}.${key}`];
    subject = key;
    return [key];
  });
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}
