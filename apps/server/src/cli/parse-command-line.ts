import { parseArgs } from 'node:util';
import { findNearName } from '../platform/near-name.ts';
import { programName } from '../platform/program.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { argumentsOf, choicesOf } from './help.ts';

type Given = Record<string, string | boolean | undefined>;

/** A request for help about all commands, a group such as `admin` or one command; or a command with its input. */
export type Request = { help: readonly Command[] } | { command: Command; given: Given };

/** Reads the words after the program's name. Throws UsageError. Loads no code of a command, so that refusals are fast. */
export function parseCommandLine(words: readonly string[]): Request {
  const [first, ...others] = words;
  if (first === undefined || first === 'help') return { help: findCommands(others) };
  const options = words.findIndex((word) => word.startsWith('-'));
  if (words.includes('--help') || words.includes('-h')) return { help: findCommands(words.slice(0, options)) };
  if (first === '--version') return parseCommandLine(['version']);
  const [found, ...more] = findCommands(words.slice(0, options === -1 ? undefined : options));
  if (found === undefined || more.length > 0) throw new UsageError(`${first} needs a second word.\n\n${describeHelp(first)}`);
  return { command: found, given: readArguments(found, words.slice(found.name.split(' ').length)) };
}

/** Returns the command that the words start with, the commands of a group, or all commands if there are no words. */
function findCommands(words: readonly string[]): readonly Command[] {
  const [first = '', second] = words;
  const named = commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (named) return [named];
  const group = commands.filter(({ name }) => first === '' || name.startsWith(`${first} `));
  if (group.length > 0 && second === undefined) return group;
  const unknown = [first, ...(group.length > 0 || second === undefined ? [second] : [])].filter(Boolean).join(' ');
  const names = commands.map(({ name }) => name);
  const near =
    findNearName(words.slice(0, 2).join(' '), names) ??
    findNearName(
      first,
      names.map((name) => name.split(' ')[0]!),
    );
  throw new UsageError(
    `Unknown command "${unknown}".${near ? ` Did you mean "${near}"?` : ''}\n\n${describeHelp(group.length > 0 ? first : undefined)}`,
  );
}

const describeHelp = (of?: string): string =>
  of === undefined ? `${programName} help lists the commands.` : `${programName} ${of} --help explains it.`;

function readArguments(command: Command, args: string[]): Given {
  const refuse = (text: string): never => {
    throw new UsageError(`${text}\n\n${describeHelp(command.name)}`);
  };
  const { values, positionals } = parseOptions(command, args, refuse);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.type === 'boolean') {
      values[name] ??= false;
      continue;
    }
    const value = (values[name] ??= option.default);
    if (value === undefined && option.required) refuse(`--${name} is required.`);
    if (value !== undefined) requireChoice(`--${name}`, String(value), choicesOf(option), refuse);
  }
  const names = Object.keys(command.arguments);
  if (positionals.length < names.length) refuse(`"${command.name}" needs ${argumentsOf(command).join(' and ')}.`);
  if (positionals.length > names.length)
    refuse(
      names.length === 0
        ? `"${command.name}" takes no arguments, but got "${positionals[0]}".`
        : `"${command.name}" takes ${argumentsOf(command).join(' and ')} only, but got "${positionals[names.length]}", too.`,
    );
  for (const [i, name] of names.entries()) {
    requireChoice(name.toUpperCase(), positionals[i]!, choicesOf(command.arguments[name]!), refuse);
    values[name] = positionals[i];
  }
  return values;
}

function requireChoice(name: string, value: string, choices: readonly string[], refuse: (text: string) => never): void {
  if (choices.length > 0 && !choices.includes(value)) refuse(`${name} is "${value}", but must be ${listChoices(choices)}.`);
}

const listChoices = (choices: readonly string[]): string => `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;

/** Replaces the messages of Node's parser, which explain its own rules. */
function parseOptions(
  { name, options }: Command,
  args: string[],
  refuse: (text: string) => never,
): { values: Given; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: { ...values }, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const word = /'-*([^' ]*)/.exec(message)?.[1] ?? '';
    const option = options[word];
    if (option?.type === 'boolean') return refuse(`--${word} takes no value.`);
    if (option) return refuse(`--${word} needs a value.`);
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    const near = findNearName(word, Object.keys(options));
    return refuse(`"${name}" has no option ${word.length > 1 ? '--' : '-'}${word}.${near ? ` Did you mean --${near}?` : ''}`);
  }
}
