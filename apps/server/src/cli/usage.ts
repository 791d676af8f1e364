import { parseArgs } from 'node:util';

export class UsageError extends Error {}

export const usage = `Usage: npm run mbari -- COMMAND

  start                                   serve the community
  migrate                                 bring the database up to date
  doctor                                  look for what is wrong, and say how to mend it
  demo [--into] [--seed NUMBER]           add members, photos and conversations to look around; --into: beside members who are there
  admin create --username NAME --email ADDRESS [--name "FULL NAME"] [--password-stdin]
                                          make a verified admin; without --password-stdin a password is made and printed
  admin promote MEMBER [--role admin|moderator|member]
                                          give a member, named by username or address, another role
  plan grant MEMBER [--plan NAME] [--until YYYY-MM-DD]
  plan revoke MEMBER                      give a member a paid plan, or take it back; subscriptions run on
  backup FILE [--without-secrets]         write everything into one new file, while people go on writing
  backup --verify FILE                    restore a backup into a temporary place, and compare all of it
  restore FILE                            bring everything back, into an empty MBARI_DATA (and an empty database)
  export MEMBER FILE                      write what a member gets by Settings → Security → Export
  forum recount                           count topics, posts, likes and polls of the forum anew, while people go on writing
  media move --to s3|folder               copy the files of all pictures into the bucket of S3_*, or back; goes on where it was cut off
  second-step off MEMBER                  let a member who lost their device and recovery codes sign in by password alone
  signing-key renew                       say what a new signing key costs; with --turn-off-second-steps, make it
  database-password renew                 give the embedded database new passwords, where the files of the old ones are lost

All but restore and the last two work while the server runs. Settings are read from the environment and from .env; see .env.example.`;

export function readArguments(
  args: string[],
  names: readonly string[],
  flags: readonly string[] = [],
): { words: string[]; values: Record<string, string>; flags: Set<string> } {
  try {
    const options = Object.fromEntries([
      ...names.map((name) => [name, { type: 'string' }] as const),
      ...flags.map((name) => [name, { type: 'boolean' }] as const),
    ]);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return {
      words: positionals,
      values: Object.fromEntries(texts),
      flags: new Set(flags.filter((flag) => Object.entries(values).some(([name, value]) => name === flag && value === true))),
    };
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0], { cause: error });
  }
}

export function onlyWord(words: string[], meaning: string): string {
  const [word, ...more] = words;
  if (word === undefined) throw new UsageError(`Say which ${meaning}.`);
  if (more.length > 0) throw new UsageError(`One ${meaning} at a time.`);
  return word;
}
