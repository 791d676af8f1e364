import { parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';

/** Words that a newcomer would not search for, each with what the field says in their place. */
const privateWords = new Map([
  ['anew', 'again, refetched'],
  ['apart', 'separate, blocked, a gap'],
  ['deed', 'use case'],
  ['door', 'dialog, notice, lock'],
  ['errand', 'request'],
  ['foot', 'footer, bottom'],
  ['hang', 'be shown'],
  ['held', 'locked, kept, released'],
  ['hold', 'lock, keep'],
  ['holding', 'locking, keeping'],
  ['house', 'architecture, product'],
  ['hung', 'shown'],
  ['look', 'appearance; read, check, inspect'],
  ['mat', 'backdrop'],
  ['picture', 'image'],
  ['place', 'position, slot, scope, folder'],
  ['renown', 'popularity'],
  ['seek', 'search'],
  ['standing', 'status, relation, stage, state'],
  ['told', 'what it contains'],
  ['trail', 'pager, path'],
  ['untold', 'what was not done yet'],
  ['walked', 'read, passed, distance'],
]);

/** Words that plain English does not need either: comments do without them, too. */
const inComments = ['deed', 'errand', 'mat', 'picture', 'renown'];

/** Names of the wire. */
const wireNames = new Set(['profile_picture']);

/** Where a private word is what the product itself is about, or a standard's own. */
const exempt: readonly [path: RegExp, words: readonly string[]][] = [
  // Drawings of doors and houses.
  [/^(?:packages\/demo\/src\/(?:drawing|cast)\/|apps\/web\/build\/|apps\/web\/src\/drawings\/)/, ['door', 'foot', 'house', 'standing']],
  // HTML's `<picture>`, and the components that draw it.
  [/^apps\/(?:web\/|server\/architecture\/searchable-names\.ts)/, ['picture']],
  // The archive of a backup has a folder `pictures`, and the `profile.json` of an export a `picture`.
  [/^apps\/server\/src\/(?:features\/(?:backup\/|export\/views\.ts)|cli\/backups\.ts)/, ['picture']],
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
    if (wireNames.has(name)) return [];
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

/** Comments that say a word which is none of plain English's. */
export const unsearchableComments = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ path, text }) =>
    judge(
      path,
      parseSync(path, text).comments.flatMap(({ value }) =>
        (value.match(/[\w-]+/g) ?? []).filter((word) => inComments.includes(singular(word.toLowerCase()))),
      ),
    ),
  );

/** Identifiers and file names that say a private word. */
export const unsearchableNames = (modules: readonly Module[]): string[] =>
  modules.flatMap((module) => judge(module.path, [module.path, ...identifiersOf(module)]));

/** Classes and custom properties of a style sheet that say a private word. */
export const unsearchableClasses = (at: string, css: string): string[] =>
  judge(
    at,
    [...css.matchAll(/(?:\.|--)([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
