import { parseMessage, kinds } from './parse-message.mjs';

const accents = Object.fromEntries(
  Object.entries({
    a: 'á',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ğ',
    h: 'ĥ',
    i: 'í',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
    n: 'ñ',
    o: 'ó',
    p: 'þ',
    q: 'ɋ',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'ú',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
    y: 'ý',
    z: 'ž',
  }).flatMap(([plain, accented]) => [
    [plain, accented],
    [plain.toUpperCase(), accented.toUpperCase()],
  ]),
);

/**
 * Turns English into a pseudo-language: accented, 40 % longer and in brackets. Reveals hard-coded texts and layouts that cut off long texts.
 * @param {string} text
 */
export function pseudoMessage(text) {
  const message = parseMessage(text);
  const length = accentAll(message.nodes);
  const filling = '·'.repeat(Math.ceil(length * 0.4));
  return { text, message: { ...message, nodes: [literal('['), ...message.nodes, literal(`${filling}]`)] } };
}

/** @param {string} value @returns {any} */
const literal = (value) => ({ type: kinds.literal, value });

/** Accents all text in place and returns its length. @param {any[]} nodes @returns {number} */
function accentAll(nodes) {
  let length = 0;
  for (const node of nodes) {
    if (node.type === kinds.literal) {
      length += node.value.length;
      node.value = node.value.replaceAll(/[a-z]/gi, (/** @type {string} */ letter) => accents[letter] ?? letter);
    } else if (node.type === kinds.tag) length += accentAll(node.children);
    else length += Math.max(0, ...Object.values(node.options ?? {}).map(({ value }) => accentAll(value)));
  }
  return length;
}
