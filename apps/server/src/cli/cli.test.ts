import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { filesBelow, root } from '../../architecture/source.ts';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { complete, helpOf } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { showProgress } from './progress.ts';

const read = (line: string) => parseCommandLine(line.split(' ').filter(Boolean));

const refusalOf = (line: string): string => {
  try {
    read(line);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error(`"${line}" was not refused.`);
};

test('every help text is as reviewed', async () => {
  const texts = [commands, ...commands.map((one) => [one])].map(helpOf);
  await expect(`${texts.join('\n\n---\n\n')}\n`).toMatchFileSnapshot('help.txt');
});

test('help is shown for all commands, a group and a command', () => {
  for (const line of ['', 'help', '--help', '-h']) expect(read(line)).toEqual({ help: commands });
  const [create, promote] = ['admin create', 'admin promote'].map((name) => commands.find((one) => one.name === name));
  for (const line of ['admin --help', 'help admin']) expect(read(line)).toEqual({ help: [create, promote] });
  for (const line of ['admin promote --help', 'admin promote ada --role -h', 'help admin promote', 'admin promote ada --help'])
    expect(read(line)).toEqual({ help: [promote] });
});

test('arguments and options are read, with defaults', () => {
  expect(read('plan grant ada --until=2030-12-31')).toMatchObject({ given: { member: 'ada', plan: 'Premium', until: '2030-12-31' } });
  expect(read('export ada ada.zip')).toMatchObject({ given: { member: 'ada', file: 'ada.zip' } });
  expect(read('--version')).toMatchObject({ command: { name: 'version' } });
});

test.each([
  ['bakcup', 'Unknown command "bakcup". Did you mean "backup"?'],
  ['admin crown', 'Unknown command "admin crown".'],
  ['admin promot ada', 'Unknown command "admin promot". Did you mean "admin promote"?'],
  ['admn', 'Unknown command "admn". Did you mean "admin"?'],
  ['admn promote ada', 'Unknown command "admn". Did you mean "admin promote"?'],
  ['admin', 'admin needs a second word.'],
  ['doctor now', '"doctor" takes no arguments, but got "now".'],
  ['backup', '"backup" needs FILE.'],
  ['export ada', '"export" needs MEMBER and FILE.'],
  ['export ada a.zip b.zip', '"export" takes MEMBER and FILE only, but got "b.zip", too.'],
  ['admin create --username ada', '--email is required.'],
  ['admin promote ada --role king', '--role is "king", but must be admin, moderator or member.'],
  ['completion tcsh', 'SHELL is "tcsh", but must be bash, zsh or fish.'],
  ['backup a.tar --verfy', '"backup" has no option --verfy. Did you mean --verify?'],
  ['backup a.tar -v', '"backup" has no option -v.'],
  ['backup a.tar --verify=yes', '--verify takes no value.'],
  ['media move --to', '--to needs a value.'],
])('"%s" is refused in plain words', (line, words) => {
  expect(refusalOf(line)).toMatch(words);
});

test('completion offers every command, argument choice and option', () => {
  const wordsFor = (...words: string[]): string[] => complete(words).map((line) => line.split('\t')[0]!);
  for (const { name, options, arguments: args } of commands) {
    const words = name.split(' ');
    for (const [i, word] of words.entries()) expect(wordsFor(...words.slice(0, i), word.slice(0, 2))).toContain(word);
    expect(wordsFor(...words, '--')).toEqual([...Object.keys(options).map((option) => `--${option}`), '--help']);
    for (const [option, one] of Object.entries(options))
      if ('choices' in one) expect(wordsFor(...words, `--${option}`, '')).toEqual([...one.choices]);
    for (const one of Object.values(args))
      if (typeof one === 'object') expect(wordsFor(...words, '')).toEqual(expect.arrayContaining([...one.choices]));
  }
  expect(wordsFor('backup', '--verify', '--')).not.toContain('--verify');
  expect(wordsFor('backup', 'a.tar')).toEqual([]);
});

test('every command line in the documentation and in the help is accepted', () => {
  const pages = filesBelow('.').filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions'));
  const lines = pages.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:npm run (?:-s )?mbari -- |(?:exec app|npx|-u mbari --) mbari )(.+)/g)].map(
      ([, line = '']) => `${line.split(/[`#;]| {2}/)[0]}`,
    ),
  );
  expect(lines.length).toBeGreaterThan(15);
  for (const line of [...lines, ...commands.flatMap(({ examples }) => examples)].map((one) => one.split(/ [>|]/)[0]!))
    expect(() => read(line.replaceAll('"Ada Obi"', 'Ada').trim()), line).not.toThrow();
});

async function writeProgress(isTTY: boolean): Promise<string[]> {
  const texts: string[] = [];
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (texts.push(String(text)), true));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const result = await showProgress(async ({ onProgress }) => {
      for (const table of ['members', 'photos', 'likes']) onProgress(`Rows: ${table}`);
      vi.advanceTimersByTime(200);
      onProgress('Comparing every row');
      return 'done';
    });
    expect(result).toBe('done');
  } finally {
    vi.useRealTimers();
    write.mockRestore();
    if (before) Object.defineProperty(process.stderr, 'isTTY', before);
    else delete (process.stderr as { isTTY?: boolean }).isTTY;
  }
  return texts;
}

test('a terminal gets one progress line, updated at intervals and cleared at the end', async () => {
  expect(await writeProgress(true)).toEqual(['\r\u001b[KRows: members', '\r\u001b[KComparing every row', '\r\u001b[K']);
});

test('a short command writes no progress to a log', async () => {
  expect(await writeProgress(false)).toEqual([]);
});
