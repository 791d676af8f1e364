import { commands } from './commands.ts';
import { choicesOf } from './help.ts';

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
