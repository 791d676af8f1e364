import { recountForum } from '../forum/recount-forum.ts';
import { compareResults } from '../photos/challenges/count-votes.ts';
import { imagesFolder, openFileStore } from '../platform/adapters/image-store.ts';
import { openS3Store } from '../platform/adapters/s3-image-store.ts';
import { moveImages } from '../platform/images/move-images.ts';
import { UsageError } from './command.ts';
import { showProgress } from './progress.ts';
import { withContext } from './with-context.ts';

export async function fillWithDemo(given: { into: boolean; seed: string }): Promise<void> {
  const seed = Number(given.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new UsageError('--seed must be a whole number.');
  const { fillCommunity } = await loadDemo();
  await withContext((context) => fillCommunity(context, { seed, log: (line) => console.log(line), intoExisting: given.into }));
}

/** Loads the demo, which production images contain only on request. */
async function loadDemo() {
  try {
    return await import('../operations/demo/fill-community.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('This installation does not include the demo. For containers, see "The demo" in docs/operating/docker.md.', {
      cause: error,
    });
  }
}

export async function recount(): Promise<void> {
  const { topics, posts, polls, categories } = await withContext(({ db }) => recountForum(db));
  const corrections = topics + posts + polls + categories;
  console.log(
    corrections === 0
      ? 'All counters of the forum were correct.'
      : `Corrected the counters of ${topics} topics, ${posts} posts, ${polls} polls and ${categories} rows of categories.`,
  );
}

/** Changes nothing. Votes of photos that were deleted after the count are gone, so they explain every difference. */
export async function recountChallenge({ id }: { id: string }): Promise<void> {
  const { entries, votes, missing, different } = await withContext(({ db }) => compareResults(db, id));
  console.log(`Counted ${votes} votes for ${entries} entries again.`);
  if (different === 0) return console.log('The results are the same.');
  console.log(`The results of ${different} entries differ: ${missing} votes of deleted photos are missing.`);
  process.exitCode = 1;
}

const named = 20;

export async function moveMedia({ to }: { to: 's3' | 'folder' }): Promise<void> {
  await withContext(async ({ config, db }) => {
    if (config.s3 === null) throw new Error('Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
    const files = await openFileStore(imagesFolder(config));
    const bucket = await openS3Store(config.s3, files, imagesFolder(config));
    const [source, target] = to === 's3' ? [files, bucket] : [bucket, files];
    const { written, there, missing } = await showProgress((options) => moveImages(db, source, target, options));
    console.log(`Copied ${written} images; ${there} were already there. The originals were kept.`);
    console.log(
      to === 's3'
        ? 'Next: stop every node, run this command again to copy new images, and start with S3_* set.'
        : 'Next: stop every node, run this command again to copy new images, and start without S3_*.',
    );
    if (missing.length === 0) return;
    console.error(`${missing.length} files are missing: ${missing.slice(0, named).join(', ')}${missing.length > named ? ' …' : ''}`);
    process.exitCode = 3;
  });
}
