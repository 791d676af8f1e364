import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, type Module, readModules, root, sin } from './source.ts';

/** Code that would decide by itself whether a request or the installation is local. */
const clues: [RegExp, string][] = [
  [/\bremoteAddress\b/, 'the other end of a socket'],
  [/\bconfig\.host\b|\bhost\b[^(){};]*\}\s*(?:=\s*(?:context\.)?config\b(?!\.)|:\s*(?:Pick<)?Config\b)/, 'where the server listens'],
  [/\bpublicUrl\.hostname\s*(?:===|!==)/, 'the name in PUBLIC_URL'],
  [/['"](?:x-real-ip|forwarded|via)['"]/, 'what a proxy says'],
];

/** Files that may contain such code for another reason. */
const allowed: Record<string, string[]> = {
  'apps/server/src/main.ts': ['where the server listens'],
  'apps/server/src/platform/http/connections/connections.ts': ['the other end of a socket'],
  'apps/server/src/platform/http/untrusted-proxy.ts': ['the other end of a socket'],
};

const judges = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path: at }) => !at.endsWith('.test.ts') && !at.includes('/testing/') && at !== 'apps/server/src/platform/localhost.ts')
    .flatMap(({ path: at, text }) =>
      clues
        .filter(([clue, label]) => clue.test(text) && !allowed[at]?.includes(label))
        .map(([, label]) => `${at} looks at ${label}: ask localhost.ts`),
    );

const modules = readModules('apps/server/src');

test('the checks below read the server’s modules', () => {
  expect(modules.length).toBeGreaterThan(300);
  for (const path of ['apps/server/src/platform/localhost.ts', ...Object.keys(allowed)])
    expect(modules.map(({ path }) => path)).toContain(path);
});

test('a single module decides what is local to this machine', () => {
  expect(judges(modules)).toEqual([]);
});

test.each([
  `if (request.socket.remoteAddress === '127.0.0.1') show();`,
  `const { remoteAddress } = request.socket;`,
  `const isHere = (): boolean => context.config.host === 'localhost';`,
  `const isHere = ({ host }: Pick<Config, 'host'>): boolean => host === 'localhost';`,
  `const { host, port } = config;`,
  `const isHere = ({ config }: Context): boolean => config.publicUrl.hostname === 'localhost';`,
  `if (!('x-real-ip' in request.headers)) show();`,
])('code that decides by itself what is local is reported: %s', (text) => {
  expect(judges([sin('apps/server/src/platform/mail/outbox.ts', text)])).toHaveLength(1);
});

const listens = /onKeyDown|keydown/;
const actsOnKey = /[!=]== '(?:Enter|Escape|\/)'|^\s*(?:Enter|Escape|'\/'): \(/m;

/** Returns modules that handle Enter, Escape or a slash without checking for input methods (IME). */
const withoutImeCheck = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path, text }) => !/\.test\.tsx?$|\/testing\//.test(path) && listens.test(text) && actsOnKey.test(text))
    .filter(({ text }) => !text.includes('isImeKey(event)'))
    .map(({ path }) => path);

test('key handlers ignore keys that an input method uses', () => {
  const modules = readModules('apps/web/src');
  expect(modules.filter(({ text }) => text.includes('isImeKey(event)')).length).toBeGreaterThan(10);
  expect(withoutImeCheck(modules)).toEqual([]);
});

test.each([
  `const onKeyDown = (event) => { if (event.key === 'Enter' && !event.isComposing) send(); };`,
  `addEventListener('keydown', ({ key }) => key === 'Escape' && close());`,
])('a handler without the check is reported: %s', (text) => {
  expect(withoutImeCheck([sin('apps/web/src/planted/planted.ts', text)])).toHaveLength(1);
});

/** Paths of a developer's machine. */
const machine = /(?:^|[^\w.])\/(?:work|home\/\w+|Users\/\w+|root)\/|\.\.\/shared\//;

test('no file contains a path of a developer’s machine', () => {
  const files = filesBelow('.').filter(
    (file) => /\.(?:ts|tsx|mjs|json|md|sql|css|html|yml|yaml|sh)$/.test(file) && file !== 'package-lock.json',
  );
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => machine.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  expect(machine.test(['see ', 'home', 'ada', 'mbari'].join('/'))).toBe(true);
  expect(machine.test(`cd ${['', 'work', 'main'].join('/')}`)).toBe(true);
});
