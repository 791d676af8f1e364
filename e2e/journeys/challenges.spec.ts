import type { Page } from '@playwright/test';
import { findProblems } from '../accessibility.ts';
import { choose, photo } from '../composer.ts';
import { withDatabase } from '../database.ts';
import { enterAs, headersOf, post, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';
import { type Way, ways } from '../ways.ts';

const day = 86_400_000;
/** A time for a field of the kind `datetime-local`. */
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 16);

for (const by of ways)
  test.describe(`by ${by.name}`, () => {
    test.use(by.options);

    test(
      'three members enter a challenge, others vote, and everybody sees the results',
      { tag: '@world' },
      async ({ page, browser, request, dataFolder }) => {
        test.slow();
        const title = `Long shadows by ${by.name}`;
        const organiser = await someoneNew(dataFolder, 'Ngozi Eze', { role: 'admin' });
        const [first, second, third] = [
          await someoneNew(dataFolder, 'Sade Adu'),
          await someoneNew(dataFolder, 'Efe Obi'),
          await someoneNew(dataFolder, 'Tunde Bello'),
        ];
        // Voters have accounts that are older than the challenge.
        await withDatabase({ dataFolder }, (db) =>
          db.query(`update members set created_at = created_at - interval '9 days' where username = $1`, [organiser.member.username]),
        );
        await post(request, first, { title: 'Wall', images: [{ color: '#a33c1e', alt: 'A red wall' }] });
        const clothId = await post(request, second, { title: 'Cloth', images: [{ color: '#1f2f7a', alt: 'A blue cloth' }] });

        /** Moves the three times of the challenge, in days from now, and those of the posts that wait for its end. */
        const moveTimes = (...times: readonly [start: number, entriesEnd: number, votingEnd: number]) =>
          withDatabase({ dataFolder }, async (db) => {
            await db.query(
              `update challenges set starts_at = at + $2 * interval '1 day', entries_end_at = at + $3 * interval '1 day',
                      voting_end_at = at + $4 * interval '1 day' from date_trunc('second', now()) at where title = $1`,
              [title, ...times],
            );
            await db.query(
              `update photos p set publish_at = c.voting_end_at from challenge_entries e join challenges c on c.id = e.challenge_id
                where c.title = $1 and p.id = e.photo_id and p.publish_at is not null`,
              [title],
            );
          });

        await test.step('an organiser writes a brief', async () => {
          await enterAs(page, organiser, '/challenges/new');
          await by.type(page.getByLabel('Title', { exact: true }), title);
          await by.type(page.getByLabel('Brief'), 'One photo in which the **shadow** tells more.');
          await by.setTime(page.getByLabel('Starts'), inDays(1));
          await by.setTime(page.getByLabel('Entries end'), inDays(2));
          await by.setTime(page.getByLabel('Voting ends'), inDays(3));
          await by.press(page.getByRole('button', { name: 'Create challenge' }));
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        });
        const address = new URL(page.url()).pathname;

        await test.step('three members enter, one of them with a new photo', async () => {
          await moveTimes(-1, 1, 2);
          const entrant = await browser.newPage();
          await enterAs(entrant, first, address);
          await by.press(entrant.getByRole('button', { name: 'Enter a photo' }));
          await by.press(entrant.getByRole('dialog').getByTitle('Wall'));
          await by.press(entrant.getByRole('button', { name: 'Enter photo', exact: true }));
          await expect(entrant.getByText('You are in. Good luck!').first()).toBeVisible();
          await entrant.close();

          const entry = { headers: headersOf(second), data: { photo_id: clothId } };
          expect((await request.post(`/api/v1${address}/entries`, entry)).ok()).toBe(true);

          const newcomer = await browser.newPage();
          await enterAs(newcomer, third, address);
          await by.press(newcomer.getByRole('button', { name: /new photo/i }));
          const composer = newcomer.getByRole('dialog', { name: 'Share a photo' });
          await choose(composer, [await photo('door.jpg', 1200, 900)]);
          await by.type(composer.getByLabel('Title'), 'Door');
          await by.type(composer.getByLabel('Alt text for image 1'), 'A door');
          await by.press(composer.getByRole('button', { name: 'Enter photo', exact: true }));
          await expect(newcomer.getByRole('link', { name: 'Door' })).toBeVisible();
          await newcomer.close();
        });

        await test.step('the organiser votes, changes a vote, and tells a maker', async () => {
          await moveTimes(-2, -1, 1);
          await page.goto(address);
          await by.press(page.getByRole('link', { name: 'Vote', exact: true }));
          await vote(page, by);
          await by.press(page.getByRole('button', { name: 'Back to the challenge' }));
          await expect(page.getByText('You have voted 3 times.')).toBeVisible();
        });

        await test.step('after the vote, the results are counted', async () => {
          await withDatabase({ dataFolder }, async (db) => {
            const { rows: votes } = await db.query<{ n: number; open: number }>(
              `select count(*)::int as n, (count(*) filter (where choice is null))::int as open
                 from challenge_votes v join challenges c on c.id = v.challenge_id where c.title = $1`,
              [title],
            );
            expect(votes).toEqual([{ n: 3, open: 0 }]);
            // Votes of closed accounts, so that there are enough for a ranking. The wall wins.
            await db.query(
              `insert into challenge_votes (challenge_id, entry_id, other_id, choice)
               select a.challenge_id, a.id, b.id, case when p.title = 'Wall' then 1 when q.title = 'Wall' then 2 else 0 end
                 from challenge_entries a join challenge_entries b on b.challenge_id = a.challenge_id and b.id > a.id
                 join photos p on p.id = a.photo_id join photos q on q.id = b.photo_id join challenges c on c.id = a.challenge_id
                 cross join generate_series(1, 20) where c.title = $1`,
              [title],
            );
          });
          await moveTimes(-3, -2, -0.001);
          await withDatabase({ dataFolder }, (db) =>
            db.query(`select graphile_worker.add_job('publish_due_posts'), graphile_worker.add_job('advance_challenges')`),
          );
          await expect(async () => {
            await page.goto(address);
            await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible({ timeout: 2_000 });
          }).toPass({ timeout: 90_000 });
          const ranking = page.locator('.results-main');
          const rows = ranking.getByRole('row');
          await expect(rows).toHaveCount(4);
          await expect(rows.nth(1)).toContainText('Wall');
          await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1');
          await by.press(ranking.getByRole('button', { name: 'Show as table' }));
          await expect(page.getByRole('columnheader', { name: 'Undecided' })).toBeVisible();
        });

        await test.step('the organiser mentions an entry, and the post of the winner shows the award', async () => {
          await by.press(page.getByRole('button', { name: 'Mention: Cloth' }));
          await by.type(page.getByLabel('Why do you mention it?'), 'Bold.');
          await by.press(page.getByRole('button', { name: 'Save', exact: true }));
          await expect(page.getByText('“Bold.”')).toBeVisible();
          expect(await findProblems(page)).toEqual([]);
          await by.press(page.locator('.results-main').getByRole('link', { name: 'Wall' }));
          await expect(page.getByText(`1st in ${title}`)).toBeVisible();
        });

        // One way suffices for steps that only read.
        if (by.name !== 'mouse') return;
        await test.step('profiles show the awards', async () => {
          for (const [{ member }, award] of [
            [first, `1st in ${title}`],
            [second, new RegExp(`(2nd|3rd) in ${title}`)],
          ] as const) {
            await page.goto(`/user/${member.username}`);
            await page.locator('.profile-more').click();
            await expect(page.getByText(award)).toBeVisible();
          }
        });

        await test.step('the entrant reads the words of the voter, without a name', async () => {
          const told = await withDatabase({ dataFolder }, async (db) => {
            const { rows } = await db.query<{ id: string }>(
              `select e.member_id as id from challenge_feedback f join challenge_entries e on e.id = f.entry_id where f.text = $1`,
              [wordsOf(by)],
            );
            return [first, second, third].find(({ id }) => id === rows[0]?.id)!;
          });
          const entrant = await browser.newPage();
          await enterAs(entrant, told, address);
          await expect(entrant.getByText(wordsOf(by))).toBeVisible();
          await expect(entrant.getByText('Ngozi Eze')).toHaveCount(0);
          await entrant.close();
        });
      },
    );
  });

const wordsOf = ({ name }: Way): string => `The light is just right, by ${name}.`;

/** The three entries make three pairs, none of which is shown twice, and none of which tells a name or a title. */
async function vote(page: Page, by: Way): Promise<void> {
  const photos = by.name === 'touch' ? (['Upper photo', 'Lower photo'] as const) : (['Left photo', 'Right photo'] as const);
  const photoNamed = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) });
  const choosePhoto = (index: 0 | 1) =>
    by.name === 'keyboard' ? page.keyboard.press(index === 0 ? 'ArrowLeft' : 'ArrowRight') : by.press(photoNamed(photos[index]));
  const pair = (number: number) => page.getByRole('group', { name: `Pair ${number} of at most 3` });
  await expect(pair(1)).toBeVisible();
  for (const name of ['Sade Adu', 'Wall', 'Efe Obi', 'Cloth', 'Tunde Bello', 'Door']) await expect(page.getByText(name)).toHaveCount(0);
  expect(await findProblems(page)).toEqual([]);
  await choosePhoto(0);
  await expect(pair(2)).toBeVisible();
  await by.press(page.getByRole('button', { name: 'Undo' }));
  await expect(photoNamed(photos[0])).toHaveAttribute('aria-pressed', 'true');
  await choosePhoto(1);
  await expect(pair(2)).toBeVisible();
  await by.press(page.getByRole('button', { name: 'Tell the maker' }).first());
  await by.type(page.getByRole('dialog', { name: 'Tell the maker' }).getByRole('textbox'), wordsOf(by));
  await by.press(page.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByRole('dialog', { name: 'Tell the maker' })).toBeHidden();
  for (const number of [2, 3]) {
    await expect(pair(number)).toBeVisible();
    await by.press(page.getByRole('button', { name: 'Cannot decide' }));
  }
  await expect(page.getByRole('heading', { name: 'That was all for you' })).toBeVisible();
}
