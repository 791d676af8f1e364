import { parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';

/** Private words, each with what the field says in their place. */
const privateWords = new Map([
  ['anew', 'again, refetched'],
  ['apart', 'separate, blocked, a gap'],
  ['deed', 'use case'],
  ['door', 'dialog, notice, lock'],
  ['errand', 'request'],
  ['hang', 'be shown'],
  ['held', 'locked, kept, released'],
  ['hold', 'lock, keep'],
  ['holding', 'locking, keeping'],
  ['house', 'architecture, product'],
  ['hung', 'shown'],
  ['mat', 'viewer'],
  ['place', 'position, slot, scope, folder'],
  ['renown', 'popularity'],
  ['seek', 'search'],
  ['standing', 'status, relation, stage, state'],
  ['told', 'what it contains'],
  ['trail', 'pager, path'],
  ['untold', 'what was not done yet'],
  ['walked', 'read, passed, distance'],
]);

/** Where a private word is what the product itself is about. */
const exempt: readonly [path: RegExp, words: readonly string[]][] = [
  // Drawings of doors and houses.
  [/^(?:packages\/demo\/src\/(?:drawing|cast)\/|apps\/web\/build\/|apps\/web\/src\/drawings\/)/, ['door', 'house', 'standing']],
  // `place` is a draft's parameter on the wire: a category or a topic.
  [/forum-(?:drafts|topics)|new-topic|topic-writing/, ['place']],
];

/** The words of a name, however they are joined: `heldLock`, `held_lock`, `held-lock`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const singular = (word: string): string => (privateWords.has(word) ? word : word.replace(/s$/, ''));

function judge(at: string, names: Iterable<string>): string[] {
  const allowed = exempt.flatMap(([path, words]) => (path.test(at) ? words : []));
  return [...new Set(names)].flatMap((name) => {
    const word = wordsOf(name)
      .map(singular)
      .find((one) => privateWords.has(one) && !allowed.includes(one));
    return word === undefined ? [] : [`${at}: ${name} (for ${word} say ${privateWords.get(word)})`];
  });
}

/** Every identifier of a module: variables, functions, types, properties, components. */
function identifiersOf({ path, text }: Module): string[] {
  const names: string[] = [];
  const add = ({ name }: { name: string }): void => void names.push(name);
  new Visitor({ Identifier: add, JSXIdentifier: add, PrivateIdentifier: add }).visit(parseSync(path, text).program);
  return names;
}

/** Identifiers and file names that say a private word. */
export const unsearchableNames = (modules: readonly Module[]): string[] =>
  modules.flatMap((module) => judge(module.path, [module.path, ...identifiersOf(module)]));

/** Classes and custom properties of a style sheet that say a private word. */
export const unsearchableClasses = (at: string, css: string): string[] =>
  judge(
    at,
    [...css.matchAll(/(?:\.|--)([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
