import { parse } from '@formatjs/icu-messageformat-parser';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Node */
/** @typedef {'text' | 'number' | 'date' | Set<string>} Kind type of an argument; a set has the options of a select */
/** @typedef {{ nodes: Node[], args: Map<string, Kind>, tags: Set<string>, plurals: { ordinal: boolean, categories: string[] }[] }} Message */

/** Node types of the parser. */
export const kinds = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 };

const name = /^[a-z][a-zA-Z0-9]*$/;
const pluralCategory = /^(?:zero|one|two|few|many|other)$/;

/**
 * Parses an ICU message. Throws an error for invalid syntax and unsupported features.
 * @param {string} text
 * @returns {Message}
 */
export function parseMessage(text) {
  /** @type {Message} */
  const message = { nodes: readNodes(text), args: new Map(), tags: new Set(), plurals: [] };
  collect(message, message.nodes, false);
  return message;
}

/** @param {string} text */
function readNodes(text) {
  try {
    return parse(text, { requiresOtherClause: true });
  } catch (error) {
    const { message, location } = /** @type {Error & { location?: { start: { offset: number } } }} */ (error);
    const at = location ? ` at “${text.slice(location.start.offset, location.start.offset + 20)}”` : '';
    throw new Error(`cannot be read: ${message.toLowerCase().replaceAll('_', ' ')}${at}`, { cause: error });
  }
}

/**
 * @param {Message} message
 * @param {any[]} nodes
 * @param {boolean} isInTag
 */
function collect(message, nodes, isInTag) {
  for (const node of nodes) {
    if (node.type === kinds.literal || node.type === kinds.pound) continue;
    if (!name.test(node.value)) throw new Error(`“${node.value}” is not a valid argument or tag name: use camelCase`);
    if (node.type === kinds.tag) {
      if (isInTag) throw new Error(`the tag <${node.value}> is inside another one`);
      message.tags.add(node.value);
      collect(message, node.children, true);
      continue;
    }
    addArgument(message, node.value, kindOf(node));
    if (node.type === kinds.number) numberStyle(node.style);
    if (node.type === kinds.date || node.type === kinds.time) dateStyle(node.style, node.type === kinds.time);
    if (node.type === kinds.plural) addPlural(message, node);
    for (const option of Object.values(node.options ?? {})) collect(message, option.value, isInTag);
  }
}

/** @param {any} node @returns {Kind} */
function kindOf(node) {
  if (node.type === kinds.argument) return 'text';
  if (node.type === kinds.date || node.type === kinds.time) return 'date';
  if (node.type === kinds.select) return new Set(Object.keys(node.options));
  return 'number';
}

/** @param {Message} message @param {string} argument @param {Kind} kind */
function addArgument({ args }, argument, kind) {
  const before = args.get(argument);
  if (before instanceof Set && kind instanceof Set) return void args.set(argument, new Set([...before, ...kind]));
  if (before !== undefined && before !== kind) throw new Error(`{${argument}} is used as two kinds of value`);
  args.set(argument, kind);
}

/** @param {Message} message @param {any} node */
function addPlural({ plurals }, { value, options, offset, pluralType }) {
  if (offset) throw new Error(`{${value}, plural} has an offset, which is not supported`);
  const keys = Object.keys(options);
  const wrong = keys.find((key) => !pluralCategory.test(key) && !/^=\d+$/.test(key));
  if (wrong !== undefined) throw new Error(`{${value}, plural} has an unknown form “${wrong}”`);
  plurals.push({ ordinal: pluralType === 'ordinal', categories: keys.filter((key) => !key.startsWith('=')) });
}

/**
 * Returns the `Intl` options of a number style, or undefined without a style.
 * @param {any} style
 */
export function numberStyle(style) {
  if (!style) return undefined;
  if (typeof style === 'object') return style.parsedOptions;
  if (style === 'percent') return { style: 'percent' };
  if (style === 'integer') return { maximumFractionDigits: 0 };
  throw new Error(`has an unknown number style “${style}”: use percent, integer or a skeleton such as ::group-off`);
}

/**
 * @param {any} style
 * @param {boolean} isTime
 */
export function dateStyle(style, isTime) {
  if (style && typeof style === 'object') return style.parsedOptions;
  const named = style ?? 'medium';
  if (!['short', 'medium', 'long', 'full'].includes(named))
    throw new Error(`has an unknown date style “${named}”: use short, medium, long, full or a skeleton such as ::yMMMd`);
  return isTime ? { timeStyle: named } : { dateStyle: named };
}
