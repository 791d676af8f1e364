import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCatalogues } from './check-catalogues.mjs';
import { pseudoMessage } from './pseudo-locale.mjs';
import { readCatalogues } from './read-catalogues.mjs';
import { writeMessage } from './write-message.mjs';

/** @typedef {import('./check-catalogues.mjs').Parsed} Parsed */
/** @typedef {{ name: string, direction: 'ltr' | 'rtl', state: 'whole' | 'draft' | 'pseudo' }} LocaleEntry */

const here = path.join(import.meta.dirname, '..');

/**
 * Generates the modules of all words and writes changed ones. Throws an error with all faults of the catalogues.
 * @param {string} [from] the folder of the catalogues
 * @param {string} [into] the folder for the modules
 * @returns {{ missing: Record<string, string[]> }} missing messages of draft languages
 */
export function generateWords(from = path.join(here, 'locales'), into = path.join(here, 'src/generated')) {
  const { catalogues, locales, domains, problems: unread } = readCatalogues(from);
  // Otherwise, each message of an unreadable file would be reported as missing.
  throwFaults(unread);
  const { problems, parsed, missing } = checkCatalogues(catalogues, locales, domains);
  throwFaults(problems);
  writeAll(into, modulesOf(locales, parsed, domains));
  return { missing };
}

/** @param {string[]} faults */
function throwFaults(faults) {
  if (faults.length === 0) return;
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  throw new Error(`The catalogues have ${count}:\n${faults.map((one) => `- ${one}`).join('\n')}`);
}

/** @param {Record<string, LocaleEntry>} locales @param {Record<string, Parsed>} parsed @param {Record<string, string>} domains */
function modulesOf(locales, parsed, domains) {
  const english = parsed['en'] ?? {};
  const modules = new Map([
    ['locales.ts', writeLocales(locales)],
    [
      'all.ts',
      writeAllWords(
        Object.keys(locales),
        serverSubjects.filter((subject) => subject in english),
      ),
    ],
  ]);
  for (const [locale, { state, direction }] of Object.entries(locales)) {
    modules.set(`${locale}/format.ts`, writeFormat(locale));
    for (const [subject, messages] of Object.entries(english))
      modules.set(
        `${locale}/${subject}.ts`,
        writeSubject(
          { locale, direction },
          `${domains[subject]}.json`,
          messages,
          state === 'pseudo' ? null : (parsed[locale]?.[subject] ?? {}),
        ),
      );
  }
  return modules;
}

/**
 * @param {import('./write-message.mjs').Language} language
 * @param {string} file
 * @param {Parsed[string]} english
 * @param {Parsed[string] | null} own null for the pseudo-locale
 */
function writeSubject(language, file, english, own) {
  /** @type {Set<string>} */
  const uses = new Set();
  const messages = Object.entries(english).map(([key, entry]) => {
    if (own === null) return writeMessage(language, key, pseudoMessage(entry.text), entry.message, uses);
    // A missing message of a draft falls back to English with English numbers and plurals.
    return writeMessage(own[key] ? language : { locale: 'en' }, key, own[key] ?? entry, entry.message, uses);
  });
  const source = `locales/${own === null ? 'en' : language.locale}/${file}`;
  const imports = uses.size > 0 ? `import { ${[...uses].sort().join(', ')} } from './format.ts';\n` : '';
  return `// Made from ${source}. Changes here are lost.\n${imports}${messages.join('')}`;
}

const formatters = { date: 'dateIn', list: 'listIn', number: 'numberIn', ordinal: 'pluralIn', plural: 'pluralIn', relative: 'relativeIn' };

/** Returns date and list formats for a language that browsers do not support, or null. @param {string} locale */
function ownFormats(locale) {
  const file = path.join(here, 'formats', `${locale}.json`);
  if (!existsSync(file)) return null;
  const { '@': _note, ...own } = JSON.parse(readFileSync(file, 'utf8'));
  return own;
}

/** Formatters replaced for languages with a file in `formats`. */
const ownFormatters = { date: 'ownDateIn', list: 'ownListIn', relative: 'ownRelativeIn' };

/** @param {string} locale */
function writeFormat(locale) {
  const own = ownFormats(locale);
  const written = Object.entries(formatters).map(([name, made]) => {
    const ownMade = own === null ? undefined : Object.entries(ownFormatters).find(([other]) => other === name)?.[1];
    const call = ownMade
      ? `${ownMade}(own)`
      : `${made}(${JSON.stringify(intlLocale(locale, name))}${name === 'ordinal' ? ", 'ordinal'" : ''})`;
    return { made: ownMade ?? made, line: `export const ${name} = /*#__PURE__*/ ${call};\n` };
  });
  const takes = (/** @type {string} */ file, /** @type {boolean} */ isOwn) => {
    const names = [...new Set(written.map(({ made }) => made))].filter((made) => made.startsWith('own') === isOwn);
    return names.length > 0 ? `import { ${names.sort().join(', ')} } from '../../${file}.ts';\n` : '';
  };
  return `${takes('formatting', false)}${takes('own-formats', true)}export const locale: string = ${JSON.stringify(locale)};
${own === null ? '' : `const own = ${JSON.stringify(own)};\n`}${written.map(({ line }) => line).join('')}`;
}

/**
 * English dates and lists follow Nigerian, Ghanaian and Kenyan usage. The pseudo-locale uses the English formats.
 * @param {string} locale @param {string} formatter
 */
function intlLocale(locale, formatter) {
  if (locale !== 'en' && locale !== 'en-XA') return locale;
  return formatter === 'date' || formatter === 'list' ? 'en-GB' : 'en';
}

/** @param {Record<string, LocaleEntry>} locales */
const writeLocales = (locales) => `/** Every language that there are words in, by its own name. */
export const locales = ${JSON.stringify(locales, null, 2)} as const;
export type Locale = keyof typeof locales;
`;

/** Subjects that the server uses. It loads all languages at start. */
const serverSubjects = [
  'activity-mails',
  'answers',
  'export-archive',
  'mail',
  'notification-sentences',
  'previews',
  'public-pages',
  'push-messages',
  'refusals',
  'removal',
  'site-pages',
  'starting-categories',
];

/** @param {string[]} locales @param {string[]} subjects */
function writeAllWords(locales, subjects) {
  const modules = ['format', ...subjects].sort();
  const identifier = (/** @type {string} */ locale, /** @type {string} */ name) => `${locale.replaceAll('-', '')}_${camelCase(name)}`;
  const imports = locales.flatMap((locale) =>
    modules.map((name) => `import * as ${identifier(locale, name)} from './${locale}/${name}.ts';\n`),
  );
  const objects = locales.map(
    (locale) =>
      `  ${JSON.stringify(locale)}: { ${modules.map((name) => `${camelCase(name)}: ${identifier(locale, name)}`).join(', ')} },\n`,
  );
  const english = modules.map((name) => `  ${camelCase(name)}: typeof ${identifier('en', name)};\n`);
  return `${imports.join('')}import type { Locale } from './locales.ts';

export interface Words {
${english.join('')}}

export const all: Record<Locale, Words> = {
${objects.join('')}};
`;
}

const camelCase = (/** @type {string} */ name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Writes changed modules and removes obsolete ones, so that watchers only see changes. @param {string} into @param {Map<string, string>} modules */
function writeAll(into, modules) {
  const before = existsSync(into) ? readdirSync(into, { recursive: true, encoding: 'utf8' }) : [];
  for (const at of before) if (at.endsWith('.ts') && !modules.has(at.replaceAll(path.sep, '/'))) rmSync(path.join(into, at));
  for (const [at, text] of modules) {
    const file = path.join(into, at);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const missing = Object.entries(generateWords().missing).filter(([, keys]) => keys.length > 0);
    for (const [locale, keys] of missing)
      console.log(locale === process.argv[2] ? keys.join('\n') : `${locale} uses English for ${keys.length} missing messages`);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(1);
  }
}
