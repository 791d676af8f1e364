import { programName } from '../platform/program-name.ts';
import type { Command, Option } from './command.ts';

export const choicesOf = (given: Option | Command['arguments'][string]): readonly string[] =>
  typeof given === 'object' && 'choices' in given ? given.choices : [];

/** Placeholders of the arguments, such as `MEMBER`. */
export const argumentsOf = (command: Command): string[] =>
  Object.entries(command.arguments).map(([name, given]) => choicesOf(given).join('|') || name.toUpperCase());

const flagOf = (name: string, option: Option): string =>
  option.type === 'boolean' ? `--${name}` : `--${name} ${choicesOf(option).join('|') || ('value' in option && option.value)}`;

/** Returns the help of one command, or the list of several. */
export const helpOf = (listed: readonly Command[]): string => (listed.length === 1 ? explain(listed[0]!) : list(listed));

const list = (listed: readonly Command[]): string => `Usage: ${programName} COMMAND

${columns(listed.map((command) => [command.name, command.summary]))}

${programName} COMMAND --help explains a command and its options.

Settings are read from the environment and from the file .env of the current folder; .env.example lists them.
Exit codes: 0 success, 1 failure, 2 a wrong command line, 3 done, but image files are missing.`;

function explain(command: Command): string {
  const options = Object.entries(command.options);
  const usage = [
    ...[programName, command.name, ...argumentsOf(command)],
    ...options.map(([name, option]) => {
      const flag = flagOf(name, option);
      return option.type === 'string' && option.required ? flag : `[${flag}]`;
    }),
  ];
  const parts = [
    `Usage: ${usage.join(' ')}`,
    command.details ? `${command.summary}\n${command.details}` : command.summary,
    section(
      'Arguments',
      Object.values(command.arguments).map((given, i) => [argumentsOf(command)[i]!, typeof given === 'string' ? given : given.text]),
    ),
    section(
      'Options',
      options.map(([name, option]) => [
        flagOf(name, option),
        option.type === 'string' && option.default ? `${option.text} Default: ${option.default}.` : option.text,
      ]),
    ),
    command.examples.length > 0 && `Examples:\n${command.examples.map((line) => `  ${programName} ${line}`).join('\n')}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

const section = (title: string, rows: [string, string][]): string => (rows.length === 0 ? '' : `${title}:\n${columns(rows)}`);

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 3;
  return rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`).join('\n');
}
