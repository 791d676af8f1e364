import { programName } from '../platform/program.ts';
import type { Command, Option } from './command.ts';
import { commands } from './commands.ts';

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

/** Returns what may follow: `words` are those after the program's name, the last one incomplete. Each line is a word, or a word, a tab and its help. */
export function complete(words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commands.find(({ name }) => name === before.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === before[0]);
  const candidates = command ? following(command, before.slice(command.name.split(' ').length)) : nextWords(before);
  return candidates.filter((line) => line.startsWith(current));
}

/** Next words of the commands that start with the given ones. */
function nextWords(before: readonly string[]): string[] {
  const start = before.map((word) => `${word} `).join('');
  const matching = ['help', ...commands.map(({ name }) => name)].filter((name) => name.startsWith(start));
  return [...new Set(matching.map((name) => name.slice(start.length).split(' ')[0]!))].map((word) => {
    const command = commands.find(({ name }) => name === start + word);
    return command ? `${word}\t${command.summary}` : word;
  });
}

function following({ options, ...command }: (typeof commands)[number], before: readonly string[]): string[] {
  const option = options[/^--(.+)/.exec(before.at(-1) ?? '')?.[1] ?? ''];
  if (option?.type === 'string') return [...choicesOf(option)];
  const firstArgument = Object.values(command.arguments)[0];
  return [
    ...(firstArgument && before.length === 0 ? choicesOf(firstArgument) : []),
    ...[...Object.entries(options), ['help', { text: 'Explain the command.' }] as const]
      .filter(([name]) => !before.includes(`--${name}`))
      .map(([name, { text }]) => `--${name}\t${text}`),
  ];
}

/** Each script asks `mbari complete` for the candidates, and offers files where there are none. */
export const completionScript = (shell: 'bash' | 'zsh' | 'fish'): string => scripts[shell];

const scripts = {
  bash: `_mbari() {
  local IFS=$'\\n'
  COMPREPLY=($(mbari complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _mbari mbari`,
  zsh: `#compdef mbari
_mbari() {
  local -a candidates
  candidates=(\${(f)"$(mbari complete "\${(@)words[2,CURRENT]}" 2>/dev/null | sed $'s/:/\\\\\\\\:/g; s/\\t/:/')"})
  if (( $#candidates )); then _describe command candidates; else _files; fi
}
compdef _mbari mbari`,
  fish: `function __mbari_complete
  set -l candidates (mbari complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if count $candidates >/dev/null
    printf '%s\\n' $candidates
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c mbari -f -a '(__mbari_complete)'`,
};
