import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type Module, readModules, sin } from './source.ts';

/** The one module that keeps what is wrong with a form. */
const hook = 'apps/web/src/platform/lib/use-form.ts';

/** Where the errors of a form's fields are kept by hand: a state of that type, or one that is set from a refusal's own. */
function errorsByHand({ path, text }: Module): string[] {
  if (!text.includes('useState')) return [];
  const at = (start: number): string => `${path}:${text.slice(0, start).split('\n').length} keeps a form's errors: ${hook} does`;
  const setters = new Set<string>();
  const sins: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ArrayPattern' || init?.type !== 'CallExpression' || nameOf(init.callee) !== 'useState') return;
      const setter = id.elements[1];
      if (setter?.type === 'Identifier') setters.add(setter.name);
      const kept = text.slice(init.typeArguments?.start ?? 0, init.typeArguments?.end ?? 0);
      if (/Errors\b/.test(kept)) sins.push(at(init.start));
    },
    CallExpression({ callee, arguments: given, start }) {
      if (setters.has(nameOf(callee)) && given.some((one) => /\.errors\b/.test(text.slice(one.start, one.end)))) sins.push(at(start));
    },
  }).visit(parseSync(path, text).program);
  return sins;
}

const nameOf = (callee: { type: string; name?: unknown }): string =>
  callee.type === 'Identifier' && typeof callee.name === 'string' ? callee.name : '';

const screens = (): Module[] => readModules('apps/web/src').filter(({ path }) => path !== hook && !/\.test\.tsx?$/.test(path));

test('every form keeps its errors in the one hook', () => {
  expect(screens().filter(({ text }) => text.includes('useForm')).length).toBeGreaterThan(40);
  expect(screens().flatMap(errorsByHand)).toEqual([]);
});

test.each([
  `const [errors, setErrors] = useState<PostErrors>({});`,
  `const [refused, setRefused] = useState<FieldErrors | undefined>();`,
  `const [error, setError] = useState<readonly string[]>([]);
   const failed = (failure: CallRefused) => setError(failure.errors['body'] ?? []);`,
  `const [wrong, setWrong] = useState({});
   const failed = (failure: CallRefused) => setWrong({ ...failure.errors });`,
])('errors that are kept by hand are found: %s', (text) => {
  expect(errorsByHand(sin('apps/web/src/photos/planted.tsx', text))).toHaveLength(1);
});

test.each([`const { errors, setErrors } = useForm({ send, onFailure });`, `const [refusal, setRefusal] = useState<string>();`])(
  'what is none is not: %s',
  (text) => {
    expect(errorsByHand(sin('apps/web/src/photos/planted.tsx', text))).toEqual([]);
  },
);
