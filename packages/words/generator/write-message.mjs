import { dateStyle, kinds, numberStyle } from './parse-message.mjs';

/** @typedef {import('./parse-message.mjs').Message} Message */
/** @typedef {{ text: string } | { code: string } | { many: string }} Part literal text, code of one part, or code of a list of parts */
/** @typedef {Language & { uses: Set<string>, isRich: boolean, counted?: string }} Writing */
/** @typedef {{ locale: string, direction?: 'ltr' | 'rtl' }} Language */

/** Isolates keep the direction of an argument from reordering the text around it (Unicode's FSI and PDI). */
const [isolate, isolateEnd] = ['\u2068', '\u2069'];

/**
 * Returns the export of a message: a constant, or a function of its arguments. With tags, the function returns a list of texts and rendered parts.
 * @param {Language} language
 * @param {string} key
 * @param {{ text: string, message: Message }} entry
 * @param {Message} model the English message, which defines the arguments
 * @param {Set<string>} uses collects the formatters that the module imports
 */
export function writeMessage(language, key, { text, message }, model, uses) {
  const isRich = model.tags.size > 0;
  const writing = { ...language, uses, isRich };
  const parts = partsOf(message.nodes, writing);
  const note = `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
  const type = typeOf(model);
  if (type === '') return `${note}export const ${key}: string = ${join(parts)};\n`;
  const made = isRich ? listOf(parts) : join(parts);
  // A translation may ignore its arguments.
  const given = /\bgiven\./.test(made) ? 'given' : '_given';
  const [generic, answer] = isRich ? ['<Part>', '(string | Part)[]'] : ['', 'string'];
  return `${note}export const ${key} = ${generic}(${given}: ${type}): ${answer} => ${made};\n`;
}

/** @param {Message} model */
function typeOf({ args, tags }) {
  const fields = [
    ...[...args].map(([name, kind]) => `${name}: ${typeOfArgument(kind)}`),
    ...[...tags].map((name) => `${name}: (text: string) => Part`),
  ];
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : '';
}

/** @param {import('./parse-message.mjs').Kind} kind */
function typeOfArgument(kind) {
  if (kind === 'text') return 'string';
  if (kind === 'number') return 'number';
  if (kind === 'date') return 'Date';
  return isYesOrNo(kind) ? 'boolean' : [...kind].map((option) => `'${option}'`).join(' | ');
}

/** @param {Iterable<string>} options */
const isYesOrNo = (options) => [...options].every((option) => ['true', 'false', 'other'].includes(option));

/** @param {any[]} nodes @param {Writing} writing @returns {Part[]} */
const partsOf = (nodes, writing) =>
  nodes.flatMap((node) => {
    const part = partOf(node, writing);
    return node.type === kinds.argument && writing.direction === 'rtl' ? [{ text: isolate }, part, { text: isolateEnd }] : [part];
  });

/** @param {any} node @param {Writing} writing @returns {Part} */
function partOf(node, writing) {
  const value = `given.${node.value}`;
  switch (node.type) {
    case kinds.literal:
      return { text: node.value };
    case kinds.pound:
      return { code: call(writing, 'number', `given.${writing.counted}`) };
    case kinds.argument:
      return { code: value };
    case kinds.number:
      return { code: call(writing, 'number', value, numberStyle(node.style)) };
    case kinds.date:
    case kinds.time:
      return { code: call(writing, 'date', value, dateStyle(node.style, node.type === kinds.time)) };
    case kinds.tag:
      return { code: `${value}(${join(partsOf(node.children, { ...writing, isRich: false }))})` };
    case kinds.select:
      return branch(writing, writeSelect(node, value, writing));
    case kinds.plural:
      return branch(writing, writePlural(node, value, { ...writing, counted: node.value }));
    default:
      throw new Error(`no code for a part of type ${node.type}`);
  }
}

/** @param {Writing} writing @param {string} code @returns {Part} */
const branch = ({ isRich }, code) => (isRich ? { many: code } : { code });

/** @param {Writing} writing @param {string} formatter @param {string} value @param {object} [options] */
function call({ uses }, formatter, value, options) {
  uses.add(formatter);
  return `${formatter}(${value}${options ? `, ${JSON.stringify(options)}` : ''})`;
}

/** @param {any} node @param {string} value @param {Writing} writing */
function writeSelect({ options }, value, writing) {
  const { other, ...rest } = options;
  const tested = (/** @type {string} */ option) =>
    isYesOrNo(Object.keys(options)) ? (option === 'true' ? value : `!${value}`) : `${value} === ${JSON.stringify(option)}`;
  return chain(
    Object.entries(rest).map(([option, { value: nodes }]) => [tested(option), body(nodes, writing)]),
    body(other.value, writing),
  );
}

/** @param {any} node @param {string} value @param {Writing} writing */
function writePlural({ options, pluralType }, value, writing) {
  const { other, ...rest } = options;
  const entries = Object.entries(rest);
  const exact = entries
    .filter(([key]) => key.startsWith('='))
    .map(([key, form]) => [`${value} === ${key.slice(1)}`, body(form.value, writing)]);
  const categories = entries.filter(([key]) => !key.startsWith('='));
  const last = body(other.value, writing);
  if (categories.length === 0) return chain(exact, last);
  // English has only the forms `one` and `other`.
  if (pluralType === 'cardinal' && writing.locale.startsWith('en'))
    return chain([...exact, ...categories.map(([, form]) => [`${value} === 1`, body(form.value, writing)])], last);
  const formatter = pluralType === 'ordinal' ? 'ordinal' : 'plural';
  writing.uses.add(formatter);
  const forms = [...categories.map(([key, form]) => `${key}: ${body(form.value, writing)}`), `other: ${last}`];
  return chain(exact, `${formatter}(${value}, { ${forms.join(', ')} })`);
}

/** @param {string[][]} tests @param {string} last */
const chain = (tests, last) => `(${tests.map(([test, then]) => `${test} ? ${then} : `).join('')}${last})`;

/** @param {any[]} nodes @param {Writing} writing */
const body = (nodes, writing) => (writing.isRich ? listOf(partsOf(nodes, writing)) : join(partsOf(nodes, writing)));

/** @param {Part[]} parts */
const listOf = (parts) =>
  `[${parts.map((part) => ('text' in part ? JSON.stringify(part.text) : 'many' in part ? `...${part.many}` : part.code)).join(', ')}]`;

/** Returns the code of a text: a string literal if it is constant, otherwise a template. @param {Part[]} parts */
function join(parts) {
  if (parts.every((part) => 'text' in part)) return JSON.stringify(parts.map((part) => ('text' in part ? part.text : '')).join(''));
  const [only] = parts;
  if (parts.length === 1 && only && 'code' in only) return only.code;
  const written = parts.map((part) =>
    'text' in part ? part.text.replaceAll(/[\\`]|\$\{/g, '\\$&') : `\${${'code' in part ? part.code : part.many}}`,
  );
  return `\`${written.join('')}\``;
}
