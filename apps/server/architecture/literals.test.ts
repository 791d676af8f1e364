import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type Module, readModules } from './source.ts';

/** Files whose texts are for operators and API clients: command line, log, metrics, API documentation. */
const forOperators = /\/http\/untrusted-proxy\.ts$|\/(?:[\w-]+-)?metrics\.ts$/;

const modules = readModules(
  'apps/web/src',
  ...['notifications', 'photos', 'people', 'forum', 'identity', 'moderation', 'community', 'platform/http', 'platform/mail'].map(
    (folder) => `apps/server/src/${folder}`,
  ),
).filter(({ path: at }) => !/\.test\.tsx?$|\/testing\//.test(at) && !forOperators.test(at));
test('the checks below read the modules with texts for members', () => {
  expect(modules.length).toBeGreaterThan(800);
});

test('texts for members come from the catalogues', () => {
  const results = modules.map((module) => ({ path: module.path, words: literalsOf(module) })).filter(({ words }) => words.length > 0);
  expect(results, 'put these into packages/words/locales/en').toEqual([]);
});

test.each([
  '<p>Come in</p>',
  '<p>{name}, come in</p>',
  "<p>{busy ? 'Saving' : 'Save'}</p>",
  "<p>{busy && 'Saving'}</p>",
  '<p>{`${count} votes`}</p>',
  '<button aria-label="Close" />',
  "<button aria-label={'Close'} />",
  '<img alt={`Photo of ${name}`} />',
  "<input placeholder={wide ? 'Search photos' : 'Search'} />",
  "<Button busy={busy && 'Saving'} />",
  '<TextField label="Email" />',
  "toast.error('Failed')",
  'toast.success(`Follows ${name}`)',
  "errorMessage(error, 'failed')",
  "throw new Refusal('forbidden', 'no')",
  "throw notFound('gone')",
  "throw invalid({ name: ['too short'] })",
  "const texts = { title: 'Sent' }",
  "const sent = 'The mail was sent.'",
  'const sent = `Sent to ${name}`',
  "const done = 'Done.'",
  'const page = `<main><h1>Outbox</h1>${list}</main>`',
  'const page = `<p class="note">${name} is here</p>`',
])('a literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/web/src/ui/x.tsx', text })).toHaveLength(/\?/.test(text) ? 2 : 1);
});

test.each([
  "throw new Refusal('forbidden', 'organisersOnly')",
  "throw invalid({ title: ['titleTooShort'] })",
  "const total = new Counter({ name: 'mbari_total', help: 'How many there were.' })",
  "context.log.warn({ err }, 'It went wrong.')",
  "process.stdout.write('Mail to somebody')",
  'const head = `<title>${title} · Mbari</title>`',
  "await recordModeration(tx, viewer, 'merge_topic', { note: `into ${id}` })",
])('on the server no literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/server/src/photos/x.ts', text })).toEqual([]);
});

test.each([
  "throw new Refusal('forbidden', 'Not you')",
  "throw invalid({ title: ['too short'] })",
  "const answer = { message: 'Done.' }",
  "const mail = { subject: 'Welcome' }",
  "const mail = { heading: reader + ', welcome' }",
  'const mail = { preview: `welcome, ${reader}` }',
  "const mail = { paragraphs: ['We are glad that you are here.'] }",
  'const mail = { small: [`We wrote to ${address}.`] }',
])('on the server a literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/server/src/photos/x.ts', text })).toHaveLength(1);
});

test.each([
  '<p className="grid gap-s4">{words.comeIn}</p>',
  '<p>Mbari</p>',
  '<p>{count} / {total}</p>',
  "<p>{kind === 'photo' && count}</p>",
  '<button aria-label={words.close} type="button" />',
  "<Link to={wide ? '/feed' : '/login'} state={true} />",
  "const homes = { guest: '/login' }",
  "import { Close } from 'X y'",
  "throw new Error('The page has no element for the app')",
  "const sql = 'select id from members'",
  "type Kind = 'One thing'",
  "call(login, { body: { device_name: 'web' } })",
])('no literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/web/src/ui/x.tsx', text })).toEqual([]);
});

/** Attributes and properties whose text people read or hear. */
const human = new Set(
  (
    'aria-label aria-description aria-roledescription aria-valuetext alt title placeholder label hint message question action heading text ' +
    'description note busy empty guest subject preview button advice'
  ).split(' '),
);
/** Calls whose text members read. */
const shownCalls = /^(?:toast(?:\.\w+)?|errorMessage|notFound|invalid|setRefusal|setAnnouncement)$/;
/** Names that are the same in every language. */
const brands = new Set(['Mbari', 'MBARI', 'Chrome OS', 'Microsoft Edge', 'Samsung Internet', 'Samsung Internet for Android']);
/** Calls whose text operators read: log, console and moderation log. */
const callsForOperators = /^(?:(?:\w+\.)*log\.\w+|process\.stdout\.write|recordModeration)$/;

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
}

/** Returns the literal texts of a module that members could read. Errors for developers, SQL and class names are ignored. */
function literalsOf({ path, text }: Pick<Module, 'path' | 'text'>): string[] {
  const literalsByPosition = new Map<number, string>();
  const isServer = path.startsWith('apps/server/');
  /** Start offsets of attribute expressions. The visitor reaches an attribute before its content. */
  const ofAttributes = new Set<number>();
  const ignored: { start: number; end: number }[] = [];
  const add = (node: Node): void => {
    const words = wordsIn(node, text);
    if (/\p{L}{2}/u.test(words) && !brands.has(words) && !isPath(words) && !(isServer && isKey(words)))
      literalsByPosition.set(node.start, words);
  };
  const addBelow = (node: unknown): void => leaves(node as Node | null).forEach(add);
  new Visitor({
    JSXText: (node) => add(node),
    JSXExpressionContainer: ({ expression }) => {
      if (!ofAttributes.has(expression.start)) addBelow(expression);
    },
    JSXAttribute: ({ name, value }) => {
      if (value?.type === 'JSXExpressionContainer') ofAttributes.add(value.expression.start);
      if (!human.has(text.slice(name.start, name.end))) return;
      addBelow(value?.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    Property: ({ key, value }) => {
      const name = text.slice(key.start, key.end).replaceAll(/['"]/g, '');
      // Ignores help texts of metrics and names of drawings.
      if (name === 'help' || name === 'drawing') ignored.push(value);
      if (human.has(name)) addBelow(value);
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node;
      const name = text.slice(callee.start, callee.end);
      if (callsForOperators.test(name)) ignored.push(node);
      if (shownCalls.test(name)) given.forEach(addBelow);
    },
    NewExpression: (node) => {
      const name = text.slice(node.callee.start, node.callee.end);
      if (name === 'Refusal') node.arguments.slice(1, 2).forEach(addBelow);
      else if (/Error$|^AlreadyServed$/.test(name)) ignored.push(node);
    },
    ImportDeclaration: (node) => void ignored.push(node),
    TSTypeAliasDeclaration: (node) => void ignored.push(node),
    TSInterfaceDeclaration: (node) => void ignored.push(node),
    Literal: (node) => {
      if (typeof node.value === 'string' && isSentence(node.value)) add(node);
    },
    TemplateLiteral: (node) => {
      if (isSentence(wordsIn(node, text)) || textBetweenTags.test(wordsIn(node, text).replaceAll(sameEverywhere, ''))) add(node);
    },
  }).visit(parseSync(path, text).program);
  return [...literalsByPosition]
    .filter(([position]) => !ignored.some(({ start, end }) => position >= start && position < end))
    .sort(([a], [b]) => a - b)
    .map(([, words]) => words);
}

const isPath = (words: string): boolean => /^\/[\w/-]+$/.test(words);

/** Ignores keys of refusals, because the compiler checks that the catalogue contains them. */
const isKey = (words: string): boolean => /^[a-z][A-Za-z0-9_]*$/.test(words);

/** Starts like a sentence with a second word, or is one word that ends like a sentence. */
const isSentence = (words: string): boolean => /^[“‘(]?\p{Lu}[\p{L}’']*,? \p{L}|^\p{Lu}\p{Ll}+[.!?…]$/u.test(words);

/** Texts in HTML that are the same in every language. */
const sameEverywhere = /\b(?:Mbari|UTC|urn:\w+)\b/g;

/** HTML assembled by hand: an element that contains words. */
const textBetweenTags = /<[a-z][a-z\d]*(?: [^<>]*)?>[^<>{};]*\p{L}{2}[^<>{};]*<\//u;

/** Returns the literals that an expression may evaluate to. */
function leaves(node: Node | null): Node[] {
  const parts = node as unknown as Record<string, Node> & Record<'elements' | 'properties', Node[]>;
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : [];
    case 'TemplateLiteral':
      return [node];
    case 'ConditionalExpression':
      return [...leaves(parts['consequent']!), ...leaves(parts['alternate']!)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (node.type === 'BinaryExpression' && (node as unknown as { operator: string }).operator !== '+') return [];
      return [...leaves(parts['left']!), ...leaves(parts['right']!)];
    case 'ArrayExpression':
      return parts.elements.flatMap(leaves);
    case 'ObjectExpression':
      return parts.properties.flatMap(({ value }) => leaves((value as Node | undefined) ?? null));
    default:
      return [];
  }
}

/** Returns the text with … for each placeholder. */
function wordsIn(node: Node, text: string): string {
  if (node.type === 'TemplateLiteral')
    return (node as unknown as { quasis: { value: { cooked: string } }[] }).quasis
      .map(({ value }) => value.cooked)
      .join('…')
      .trim();
  const words = typeof node.value === 'string' ? node.value : text.slice(node.start, node.end);
  return words.replaceAll(/&\w+;|\s+/g, ' ').trim();
}
