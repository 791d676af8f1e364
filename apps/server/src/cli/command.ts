export class UsageError extends Error {}

/** Option in the form that `util.parseArgs` reads, with its help. */
export type Option = { text: string } & (
  | { type: 'boolean' }
  | { type: 'string'; value: string; required?: true; default?: string }
  | { type: 'string'; choices: readonly string[]; required?: true; default?: string }
);

type Argument = string | { text: string; choices: readonly string[] };

type Value<O> = O extends { choices: readonly (infer Choice)[] } ? Choice : string;

type OptionValue<O> = O extends { type: 'boolean' }
  ? boolean
  : Value<O> | (O extends { required: true } | { default: string } ? never : undefined);

/** The input of a command: its arguments and options by their names. */
type Given<Arguments, Options> = { [K in keyof Arguments]: Value<Arguments[K]> } & { [K in keyof Options]: OptionValue<Options[K]> };

export interface Command {
  name: string;
  /** One sentence for the list of commands, in the imperative. */
  summary: string;
  details?: string;
  /** Positional arguments in their order, all of them required. */
  arguments: Readonly<Record<string, Argument>>;
  options: Readonly<Record<string, Option>>;
  /** Command lines without the program's name. */
  examples: readonly string[];
  run: (given: never) => unknown;
}

/** Describes a command. `run` imports its code, so that help and refusals load none of it. */
export const command = <const A extends Command['arguments'] = {}, const O extends Command['options'] = {}>({
  arguments: args,
  options,
  ...description
}: Pick<Command, 'name' | 'summary' | 'details'> & {
  arguments?: A;
  options?: O;
  examples?: readonly string[];
  run: (given: Given<A, O>) => unknown;
}): Command => ({ arguments: args ?? {}, options: options ?? {}, examples: [], ...description });
