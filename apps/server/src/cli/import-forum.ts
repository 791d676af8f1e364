import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Forum } from '../operations/import/convert-body.ts';
import { importForum, type ImportReport } from '../operations/import/import-forum.ts';
import { countUninvited, inviteImported } from '../operations/import/import-members.ts';
import { skippedWords } from '../operations/import/source.ts';
import { UsageError } from './command.ts';
import { showProgress } from './progress.ts';
import { withContext } from './with-context.ts';

interface Given {
  'file': string;
  'dry-run': boolean;
  'invite': boolean;
  'url': string | undefined;
  'uploads'?: string | undefined;
}

export async function importFrom(forum: Forum, { 'dry-run': isDryRun, invite, ...given }: Given): Promise<void> {
  const file = path.resolve(given.file);
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const { url = null, uploads = null } = given;
  if (uploads !== null && !existsSync(uploads)) throw new UsageError(`There is no folder ${path.resolve(uploads)}.`);
  if (url !== null && !/^https?:\/\/[^\s?#]+$/.test(url)) throw new UsageError('--url must be an address, such as https://forum.example.');
  await withContext(async (context) => {
    const report = await showProgress(
      (watched) => importForum(context, { ...watched, forum, file, uploads, url, isDryRun }),
      'Stopped. Run the same command again to continue.',
    );
    printReport(report, isDryRun);
    if (isDryRun) return console.log('This was a dry run: nothing was written.');
    if (invite) return console.log(`Invited by mail: ${await inviteImported(context)} members.`);
    const uninvited = await countUninvited(context.db);
    if (uninvited > 0)
      console.log(`Not invited: ${uninvited} members. Run the same command with --invite to mail each a link to the account.`);
  });
}

function printReport(
  { members, categories, topics, posts, earlierPosts, skipped, images, cleaned, dropped }: ImportReport,
  isDryRun: boolean,
): void {
  const leftOut = (of: 'topics' | 'posts'): string =>
    skipped.flatMap(({ kind, reason, count }) => (kind === of ? [`${count} ${skippedWords[reason]}`] : [])).join(', ');
  const lines: [shown: boolean, line: string][] = [
    [
      true,
      `Members: ${members.added} new, ${members.linked} with the verified address of a member here, ${members.earlier} imported earlier.`,
    ],
    [
      members.unclaimable > 0,
      `New members without a confirmed address there, or banned: ${members.unclaimable}. They keep their posts, and nobody can sign in as them.`,
    ],
    [members.left > 0, `Accounts left out, without posts and without a confirmed address: ${members.left}.`],
    [members.renamed.length > 0, `Usernames that are taken or not allowed here: ${members.renamed.length}.`],
    ...members.renamed.map(({ from, to }): [boolean, string] => [true, `  ${from} → ${to}`]),
    [
      true,
      `Categories: ${categories.added.length} new${listOf(categories.added)}, ${categories.existing.length} that exist here${listOf(categories.existing)}.`,
    ],
    [
      categories.closed.length > 0,
      `Categories left out, because not every member there reads them: ${categories.closed.length}${listOf(categories.closed)}.`,
    ],
    [true, `Topics: ${topics}. Posts: ${posts}. Posts imported earlier: ${earlierPosts}.`],
    [leftOut('topics') !== '', `Topics left out: ${leftOut('topics')}.`],
    [leftOut('posts') !== '', `Posts left out: ${leftOut('posts')}.`],
    [
      images.wanted > 0,
      `Images in the posts: ${images.wanted}${isDryRun ? '' : `, of which ${images.stored} are stored here. The others stay links`}.`,
    ],
    [cleaned > 0, `Texts with zero bytes or bytes that are not UTF-8, which were replaced: ${cleaned}.`],
    [dropped > 0, `Lines over 32 MB, which were left out: ${dropped}.`],
  ];
  for (const [isShown, line] of lines) if (isShown) console.log(line);
}

const listOf = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join(', ')})`);
