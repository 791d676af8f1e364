import type { Module } from './source.ts';

/** Returns the catalogue keys, as `forum-polls.votes`, that no module uses. */
export function unusedKeys(
  catalogues: Readonly<Record<string, readonly string[]>>,
  modules: readonly Pick<Module, 'path' | 'text'>[],
): string[] {
  const used = new Set(modules.flatMap((module) => [...keysIn(module), ...quotedKeys(module)]));
  return Object.entries(catalogues).flatMap(([subject, keys]) => keys.map((key) => `${subject}.${key}`).filter((key) => !used.has(key)));
}

/** Finds catalogue keys that code names as strings: refusals, field names, and sentences of notifications and push messages. */
function quotedKeys({ path, text }: Pick<Module, 'path' | 'text'>): string[] {
  if (!/^apps\/server\/|^packages\/contract\//.test(path)) return [];
  return [...text.matchAll(/'([a-z][\w ]*)'/g)].flatMap(([, quoted = '']) => [
    `refusals.${quoted}`,
    `notification-sentences.${quoted}`,
    `push-messages.${quoted}`,
    `field-names.${camelCase(quoted)}`,
  ]);
}

/** Returns the used keys. Web modules import the keys; server modules write `words.forumPolls.votes` or destructure `forumPolls`. */
function keysIn({ path, text }: Pick<Module, 'path' | 'text'>): string[] {
  if (path.startsWith('apps/server/'))
    return [...text.matchAll(/\b([a-z]\w*)(?=\.([a-z]\w*)\b)/g)].map(([, subject = '', key = '']) => `${kebabCase(subject)}.${key}`);
  return [...text.matchAll(/import (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from '@mbari\/words\/([\w-]+)'/g)].flatMap(
    ([, all, names = '', subject = '']) =>
      (all === undefined
        ? names.split(',').map((name) => name.trim().split(' as ', 1)[0] ?? '')
        : [...text.matchAll(new RegExp(`\\b${all}\\.(\\w+)`, 'g'))].map(([, key = '']) => key)
      ).map((key) => `${subject}.${key}`),
  );
}

export const camelCase = (name: string): string => name.replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());
const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
