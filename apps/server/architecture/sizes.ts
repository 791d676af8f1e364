import { parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';

/** Where the product's own code stands: tests, and what only they need, may be as long as a story. */
export const productRoots = ['apps/server/src', 'apps/web/src', 'apps/web/build', 'apps/web/public', 'packages', 'scripts'];

const mostFiles = 20;
const mostLines = 60;

const isOfTests = (at: string): boolean => /\.(?:test|spec|setup)\.[cm]?[jt]sx?$/.test(at) || /\/testing\//.test(at);

/** `apps/web/src/features/photos`, which is one folder with all that lies below it. */
const featureOf = (at: string): string | undefined => /^apps\/(?:server|web)\/src\/features\/[\w-]+(?=\/)/.exec(at)?.[0];

/** How many files each feature has, style sheets counted and tests not. */
export function featureSizes(files: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const at of files) {
    const feature = featureOf(at);
    if (feature !== undefined && !isOfTests(at)) sizes.set(feature, (sizes.get(feature) ?? 0) + 1);
  }
  return sizes;
}

/** Features that are two subjects by their size, as sentences. */
export const largeFeatures = (files: readonly string[]): string[] =>
  [...featureSizes(files)].filter(([, size]) => size > mostFiles).map(([feature, size]) => `${feature} has ${size} files`);

interface Length {
  at: string;
  lines: number;
}

/** Every function of the product, however it is written, with the lines from its first word to its last brace. */
export function functionLengths(modules: readonly Module[]): Length[] {
  return modules
    .filter(({ path }) => !isOfTests(path))
    .flatMap(({ path, text }) => {
      const found: Length[] = [];
      const lineOf = lineFinder(text);
      const add = ({ start, end, body }: { start: number; end: number; body: unknown }): void => {
        if (body) found.push({ at: `${path}:${lineOf(start)}`, lines: lineOf(end) - lineOf(start) + 1 });
      };
      // A method is a function expression that stands as a property's value.
      new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(parseSync(path, text).program);
      return found;
    });
}

/** Functions that do two things by their length, as sentences. */
export const longFunctions = (modules: readonly Module[]): string[] =>
  functionLengths(modules)
    .filter(({ lines }) => lines > mostLines)
    .map(({ at, lines }) => `${at} is a function of ${lines} lines`);

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
