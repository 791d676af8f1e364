import { parseSync, Visitor } from 'oxc-parser';

/** Properties with a logical equivalent. */
const property =
  /^(?:(?:margin|padding|scroll-(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius)$/;
const aligned = /^(?:text-align|float|clear)$/;
const boxes = /^(?:margin|padding|inset|border-(?:width|color|style))$/;
const moves = /^(?:transform|translate)$/;
/** Utility classes that name left or right, such as `ml-2`. */
const utility =
  /^-?(?:(?:ml|mr|pl|pr|left|right|scroll-m[lr]|scroll-p[lr])-|(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float)-(?:left|right))(?:-|$))/;

const mirror = /^-scale-(?:x-)?\d/;

/** Returns the declarations of a style sheet that name left or right instead of start or end. */
export function physicalSidesOfCss(css: string): string[] {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '');
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)].flatMap(([, name = '', value = '']) =>
    isPhysical(name, value.trim()) ? [`${name}: ${value.trim()}`] : [],
  );
}

function isPhysical(name: string, value: string): boolean {
  if (property.test(name)) return true;
  // The base style sheet already mirrors arrow icons, so a second mirroring would undo it.
  if (name === 'scale') return value.startsWith('-');
  if (aligned.test(name)) return /\b(?:left|right)\b/.test(value);
  if (name === 'transform-origin') return /\b(?:left|right)\b/.test(value);
  if (boxes.test(name)) {
    const sides = splitValue(value);
    return sides.length === 4 && sides[1] !== sides[3];
  }
  return moves.test(name) && movesAcross(name, value);
}

/** Returns whether a value moves something sideways by a length that does not follow the reading direction. */
function movesAcross(name: string, value: string): boolean {
  const across =
    name === 'translate' ? splitValue(value)[0] : /translate(?:X|3d)?\(\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+)/.exec(value)?.[1];
  return across !== undefined && !/^(?:0(?:px)?|none|var\(--\w+\)|inherit)$/.test(across.trim()) && !across.includes('--forward');
}

/** Splits `1px calc(2px + 3px)` into its two parts. */
const splitValue = (value: string): string[] => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

const styleKey = /^(?:left|right|(?:margin|padding|border)(?:Left|Right)\w*)$/;

/** Returns the inline styles and utility classes of a web module that name left or right. */
export function physicalSidesOfModule(path: string, text: string): string[] {
  const results: string[] = [];
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || value === null) return;
      const written = text.slice(value.start, value.end);
      if (name.name === 'style')
        results.push(...[...written.matchAll(/[{,]\s*['"]?(\w+)['"]?\s*:/g)].flatMap(([, key = '']) => (styleKey.test(key) ? [key] : [])));
      if (name.name === 'className')
        results.push(...written.split(/[\s'"`{}]+/).filter((word) => namesSide(word.replace(/^(?:[\w-]+:)+/, ''))));
    },
  }).visit(parseSync(path, text).program);
  return results;
}

const namesSide = (word: string): boolean => utility.test(word) || mirror.test(word);
