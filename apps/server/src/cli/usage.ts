import { parseArgs } from 'node:util';

export class UsageError extends Error {}

export const usage = `Usage: npm run mbari -- COMMAND

  start                                   serve the community
  migrate                                 run pending database migrations
  doctor                                  check the installation and say how to fix each problem
  demo [--into] [--seed NUMBER]           add demo members, photos and conversations; --into: to an existing community
  admin create --username NAME --email ADDRESS [--name "FULL NAME"] [--password-stdin]
                                          create a verified admin; without --password-stdin a password is generated and printed
  admin promote MEMBER [--role admin|moderator|member]
                                          change the role of a member, named by username or email address
  plan grant MEMBER [--plan NAME] [--until YYYY-MM-DD]
  plan revoke MEMBER                      grant a member a paid plan, or revoke the grant; subscriptions are not affected
  backup FILE [--without-secrets]         write everything into one new file while the server runs
  backup --verify FILE                    restore a backup into a temporary place and compare all of it
  restore FILE                            restore a backup into an empty MBARI_DATA (and an empty database)
  export MEMBER FILE                      write the export of a member (Settings → Security → Export)
  forum recount                           recompute the forum’s counters while the server runs
  challenge recount ID                    count the votes of a challenge again, and compare them with its results
  media move --to s3|folder               copy all image files to the bucket of S3_*, or back; can be resumed
  second-step off MEMBER                  turn off two-step sign-in for a member who lost device and recovery codes
  signing-key renew                       print the effects of a new signing key; with --turn-off-second-steps, create it
  database-password renew                 set new passwords of the embedded database if their files are lost

All commands except start, restore and the last two work while the server runs. Settings are read from the environment and .env; see .env.example.`;

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
  if (word === undefined) throw new UsageError(`Name one ${meaning}.`);
  if (more.length > 0) throw new UsageError(`Name only one ${meaning}.`);
  return word;
}
