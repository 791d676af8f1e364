import { parseMessage } from './parse-message.mjs';

/** @typedef {import('./parse-message.mjs').Message} Message */
/** @typedef {'whole' | 'draft' | 'pseudo'} State English replaces the missing messages of drafts */
/** @typedef {Record<string, Record<string, string>>} Catalogue the messages of a locale, by subject and key */
/** @typedef {Record<string, Record<string, { text: string, message: Message }>>} Parsed */
/** @typedef {(locale: string, subject: string) => string} Place returns file and subject, the beginning of a fault */

/** Keywords, and names that generated modules import. */
const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null number package plural private protected public return static super switch this throw ' +
    'true try typeof undefined var void while with yield date list ordinal relative'
  ).split(' '),
);
/** Names of other modules of the package, which no subject may have. */
const moduleNames = new Set(['format', 'locales', 'words-for']);

/**
 * Checks all catalogues. Returns the faults as sentences, and the parsed messages.
 * @param {Record<string, Catalogue>} catalogues by locale; the others are compared with `en`
 * @param {Record<string, { state: State }>} locales
 * @param {Record<string, string>} domains the file of each subject, without `.json`
 * @returns {{ problems: string[], parsed: Record<string, Parsed>, missing: Record<string, string[]> }}
 */
export function checkCatalogues(catalogues, locales, domains) {
  /** @type {Place} */
  const place = (locale, subject) => `${locale}/${domains[subject]}.json: ${subject}`;
  /** @type {string[]} */
  const problems = [];
  /** @type {Record<string, Parsed>} */
  const parsed = {};
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    if (!(locale in locales)) problems.push(`locales/${locale} is not listed in locales/locales.json`);
    parsed[locale] = parseCatalogue(locale, catalogue, place, problems);
  }
  const english = parsed['en'] ?? {};
  problems.push(...Object.entries(english).flatMap(([subject, messages]) => badNames(subject, Object.keys(messages), place)));
  /** @type {Record<string, string[]>} */
  const missing = {};
  for (const [locale, { state }] of Object.entries(locales)) {
    if (locale === 'en' || state === 'pseudo') continue;
    const own = parsed[locale] ?? {};
    const lacking = missingKeys(english, own);
    missing[locale] = lacking.map(({ subject, key }) => `${subject}.${key}`);
    if (state === 'whole') problems.push(...lacking.map(({ subject, key }) => `${place(locale, subject)}.${key} is missing`));
    problems.push(...compare(english, own, (subject) => place(locale, subject)));
  }
  return { problems, parsed, missing };
}

/** @param {string} locale @param {Catalogue} catalogue @param {Place} place @param {string[]} problems @returns {Parsed} */
function parseCatalogue(locale, catalogue, place, problems) {
  const read = (/** @type {string} */ subject, /** @type {[string, string]} */ [key, text]) => {
    try {
      const message = parseMessage(text);
      problems.push(...wrongPlurals(locale, message).map((problem) => `${place(locale, subject)}.${key} ${problem}`));
      return [[key, { text, message }]];
    } catch (error) {
      problems.push(`${place(locale, subject)}.${key} ${/** @type {Error} */ (error).message}`);
      return [];
    }
  };
  return Object.fromEntries(
    Object.entries(catalogue).map(([subject, texts]) => [
      subject,
      Object.fromEntries(Object.entries(texts).flatMap((entry) => read(subject, entry))),
    ]),
  );
}

/** @param {string} locale @param {Message} message */
function wrongPlurals(locale, { plurals }) {
  return plurals.flatMap(({ ordinal, categories }) => {
    const type = ordinal ? 'ordinal' : 'cardinal';
    const wanted = new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories;
    // In French, Portuguese and others, `other` can replace the form for millions.
    const lacking = wanted.filter((category) => !categories.includes(category) && !(category === 'many' && !wanted.includes('few')));
    const surplus = categories.filter((category) => !wanted.some((one) => one === category));
    return [
      ...lacking.map((category) => `lacks the plural form “${category}”`),
      ...surplus.map((category) => `has the plural form “${category}”, which the language does not use`),
    ];
  });
}

/** @param {string} subject @param {string[]} keys @param {Place} place */
function badNames(subject, keys, place) {
  const at = place('en', subject);
  const problems = [];
  if (moduleNames.has(subject) || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(subject))
    problems.push(`${at} is not a valid subject name: use kebab-case, and not ${[...moduleNames].join(', ')}`);
  for (const key of keys) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(key) || reserved.has(key))
      problems.push(`${at}.${key} cannot be a function name: use another camelCase name`);
    // React's compiler skips components that call a name starting with `use`.
    if (/^use[A-Z]/.test(key)) problems.push(`${at}.${key} looks like a React hook: start it with another word`);
  }
  return problems;
}

/** @param {Parsed} english @param {Parsed} own */
const missingKeys = (english, own) =>
  Object.entries(english).flatMap(([subject, messages]) =>
    Object.keys(messages).flatMap((key) => (own[subject]?.[key] ? [] : [{ subject, key }])),
  );

/** @param {Parsed} english @param {Parsed} own @param {(subject: string) => string} place */
function compare(english, own, place) {
  return Object.entries(own).flatMap(([subject, messages]) =>
    Object.entries(messages).flatMap(([key, { message }]) => {
      const at = `${place(subject)}.${key}`;
      const model = english[subject]?.[key]?.message;
      return model ? differences(model, message).map((problem) => `${at} ${problem}`) : [`${at} is surplus: English has no such message`];
    }),
  );
}

/** @param {Message} model @param {Message} own */
function differences(model, own) {
  const problems = [];
  for (const [argument, kind] of model.args) {
    const ours = own.args.get(argument);
    if (ours === undefined) problems.push(`lacks the argument {${argument}}`);
    else if (kind instanceof Set && ours instanceof Set) {
      for (const option of ours)
        if (!kind.has(option)) problems.push(`has an option “${option}” of {${argument}} that English does not have`);
    } else if (kind !== ours) problems.push(`uses {${argument}} as another kind of value than English does`);
  }
  for (const argument of own.args.keys()) if (!model.args.has(argument)) problems.push(`has an unknown argument {${argument}}`);
  for (const tag of model.tags) if (!own.tags.has(tag)) problems.push(`lacks the tag <${tag}>`);
  for (const tag of own.tags) if (!model.tags.has(tag)) problems.push(`has an unknown tag <${tag}>`);
  return problems;
}
