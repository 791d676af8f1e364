import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Forum } from '../operations/import/convert-body.ts';
import { type ImportReport, importForum } from '../operations/import/import-forum.ts';
import { countUninvited, inviteImported } from '../operations/import/invite-imported.ts';
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
    if (invite) return console.log(`Invited ${await inviteImported(context)} members by mail.`);
    const uninvited = await countUninvited(context.db);
    if (uninvited > 0)
      console.log(`${uninvited} members were not invited. Run the same command with --invite to mail each a link to their account.`);
  });
}

function printReport(
  { members, categories, topics, posts, earlierPosts, skipped, images, cleaned, dropped }: ImportReport,
  isDryRun: boolean,
): void {
  const lines = [
    `Members: ${members.added} new, ${members.linked} with the verified address of a member here, ${members.earlier} imported earlier.`,
    [
      members.unclaimable,
      'new members have no confirmed address there or are banned: they keep their posts, and nobody can sign in as them.',
    ],
    [members.left, 'accounts without posts and without a confirmed address are left out.'],
    `Categories: ${categories.added.length} new${listOf(categories.added)}, ${categories.existing.length} that exist here${listOf(categories.existing)}.`,
    [categories.closed.length, `categories that not every member reads are left out${listOf(categories.closed)}.`],
    `Topics: ${topics}. Posts: ${posts}. Imported earlier: ${earlierPosts} posts.`,
    ...skipped.map(({ kind, reason, count }) => `Left out: ${count} ${kind} ${skippedReason(reason)}.`),
    isDryRun
      ? [images.wanted, 'images in the posts.']
      : [images.wanted, `images in the posts, of which ${images.stored} are stored here. The others stay links.`],
    [cleaned, 'texts had zero bytes or bytes that are not UTF-8, which were replaced.'],
    [dropped, 'lines over 32 MB were left out.'],
    [members.renamed.length, 'members have another username here, because theirs is taken or not allowed:'],
    ...members.renamed.map(({ from, to }) => `  ${from} → ${to}`),
  ] satisfies (string | [number, string])[];
  for (const line of lines) {
    if (typeof line === 'string') console.log(line);
    else if (line[0] > 0) console.log(`${line[0]} ${line[1]}`);
  }
}

const skippedReason = (reason: keyof typeof skippedWords): string =>
  reason === 'private' ? `in ${skippedWords.private}` : skippedWords[reason];

const listOf = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join(', ')})`);
