import type { Page } from '@playwright/test';
import { choose, photo } from '../composer.ts';
import { withDatabase } from '../database.ts';
import { enterAs, post, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

const day = 86_400_000;
/** A time for a field of the kind `datetime-local`. */
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 16);

test(
  'members enter a challenge, others vote by mouse, keys and touch, and everybody sees the results',
  { tag: '@world' },
  async ({ page, browser, request, dataFolder }) => {
    test.slow();
    const organiser = await someoneNew(dataFolder, 'Ngozi Eze', { role: 'admin' });
    const [first, second, third, byKeys, byTouch] = [
      await someoneNew(dataFolder, 'Sade Adu'),
      await someoneNew(dataFolder, 'Efe Obi'),
      await someoneNew(dataFolder, 'Tunde Bello'),
      await someoneNew(dataFolder, 'Hauwa Sani'),
      await someoneNew(dataFolder, 'Zainab Musa'),
    ];
    // Voters have accounts that are older than the challenge.
    await withDatabase({ dataFolder }, (db) =>
      db.query(`update members set created_at = created_at - interval '9 days' where username = any ($1)`, [
        [organiser, byKeys, byTouch].map(({ member: { username } }) => username),
      ]),
    );
    await post(request, first, { title: 'Wall', images: [{ color: '#a33c1e', alt: 'A red wall' }] });
    await post(request, second, { title: 'Cloth', images: [{ color: '#1f2f7a', alt: 'A blue cloth' }] });

    /** Moves the three times of the challenge, in days from now, and those of the posts that wait for its end. */
    const moveTimes = (title: string, times: readonly [start: number, entriesEnd: number, votingEnd: number]) =>
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
    const title = 'Long shadows';

    await test.step('an organiser writes a brief', async () => {
      await enterAs(page, organiser, '/challenges/new');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByLabel('Brief').fill('One photo in which the **shadow** tells more.');
      await page.getByLabel('Starts').fill(inDays(1));
      await page.getByLabel('Entries end').fill(inDays(2));
      await page.getByLabel('Voting ends').fill(inDays(3));
      await page.getByRole('button', { name: 'Create challenge' }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    });
    const address = new URL(page.url()).pathname;

    await test.step('three members enter, one of them with a new photo', async () => {
      await moveTimes(title, [-1, 1, 2]);
      for (const [who, theirs] of [
        [first, 'Wall'],
        [second, 'Cloth'],
      ] as const) {
        const entrant = await browser.newPage();
        await enterAs(entrant, who, address);
        await entrant.getByRole('button', { name: 'Enter a photo' }).click();
        await entrant.getByRole('dialog').getByTitle(theirs).click();
        await entrant.getByRole('button', { name: 'Enter photo', exact: true }).click();
        await expect(entrant.getByText('You are in. Good luck!').first()).toBeVisible();
        await entrant.close();
      }
      const entrant = await browser.newPage();
      await enterAs(entrant, third, address);
      await entrant.getByRole('button', { name: /new photo/i }).click();
      const composer = entrant.getByRole('dialog', { name: 'Share a photo' });
      await choose(composer, [await photo('door.jpg', 1200, 900)]);
      await composer.getByLabel('Title').fill('Door');
      await composer.getByLabel('Alt text for image 1').fill('A door');
      await composer.getByRole('button', { name: 'Enter photo', exact: true }).click();
      await expect(entrant.getByRole('link', { name: 'Door' })).toBeVisible();
      await entrant.close();
    });

    /** The three entries make three pairs, none of which is shown twice. */
    const vote = async (on: Page, choosePhoto: (round: number) => Promise<void>) => {
      for (let round = 0; round < 3; round += 1) {
        await expect(on.getByRole('group', { name: `Pair ${round + 1} of at most 3` })).toBeVisible();
        for (const name of ['Sade Adu', 'Wall', 'Efe Obi', 'Cloth', 'Tunde Bello', 'Door']) await expect(on.getByText(name)).toHaveCount(0);
        await choosePhoto(round);
      }
      await expect(on.getByRole('heading', { name: 'That was all for you' })).toBeVisible();
      await on.getByRole('button', { name: 'Back to the challenge' }).click();
      await expect(on.getByText('You have voted 3 times.')).toBeVisible();
    };

    await test.step('the organiser votes by mouse, changes a vote, and tells a maker', async () => {
      await moveTimes(title, [-2, -1, 1]);
      await page.goto(address);
      await page.getByRole('link', { name: 'Vote', exact: true }).click();
      await vote(page, async (round) => {
        if (round === 1) {
          await page.getByRole('button', { name: 'Undo' }).click();
          await expect(page.getByRole('button', { name: /^Left photo: / })).toHaveAttribute('aria-pressed', 'true');
          await page.getByRole('button', { name: /^Right photo: / }).click();
          await page.getByRole('button', { name: 'Tell the maker' }).first().click();
          await page.getByRole('dialog', { name: 'Tell the maker' }).getByRole('textbox').fill('The light is just right.');
          await page.getByRole('button', { name: 'Send', exact: true }).click();
          await expect(page.getByRole('dialog', { name: 'Tell the maker' })).toBeHidden();
        }
        if (round === 0) await page.getByRole('button', { name: /^Left photo: / }).click();
        else await page.getByRole('button', { name: 'Cannot decide' }).click();
      });
    });

    await test.step('a member votes by keys', async () => {
      const voter = await browser.newPage();
      await enterAs(voter, byKeys, `${address}/vote`);
      await vote(voter, (round) => voter.keyboard.press(['ArrowLeft', 'ArrowRight', 'ArrowDown'][round]!));
      await voter.close();
    });

    await test.step('a member votes by touch', async () => {
      const voter = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await enterAs(voter, byTouch, `${address}/vote`);
      await vote(voter, () => voter.getByRole('button', { name: /^Upper photo: / }).tap());
      await voter.close();
    });

    await test.step('after the vote, the results are counted', async () => {
      await withDatabase({ dataFolder }, async (db) => {
        const { rows: votes } = await db.query<{ n: number; open: number }>(
          `select count(*)::int as n, (count(*) filter (where choice is null))::int as open
             from challenge_votes v join challenges c on c.id = v.challenge_id where c.title = $1`,
          [title],
        );
        expect(votes).toEqual([{ n: 9, open: 0 }]);
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
      await moveTimes(title, [-3, -2, -0.001]);
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
      await ranking.getByRole('button', { name: 'Show as table' }).click();
      await expect(page.getByRole('columnheader', { name: 'Undecided' })).toBeVisible();
    });

    await test.step('the organiser mentions an entry, and the winner and the post show the award', async () => {
      await page.getByRole('button', { name: 'Mention: Cloth' }).click();
      await page.getByLabel('Why do you mention it?').fill('Bold.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('“Bold.”')).toBeVisible();
      await page.locator('.results-main').getByRole('link', { name: 'Wall' }).click();
      await expect(page.getByText('1st in Long shadows')).toBeVisible();
      await page.goto(`/user/${first.member.username}`);
      await page.locator('.profile-more').click();
      await expect(page.getByText('1st in Long shadows')).toBeVisible();
      await page.goto(`/user/${second.member.username}`);
      await page.locator('.profile-more').click();
      await expect(page.getByText(/(2nd|3rd) in Long shadows/)).toBeVisible();
    });

    await test.step('the entrant reads the words of the voter, without a name', async () => {
      const told = await withDatabase({ dataFolder }, async (db) => {
        const { rows } = await db.query<{ id: string }>(
          `select e.member_id as id from challenge_feedback f join challenge_entries e on e.id = f.entry_id where f.text like 'The light%'`,
        );
        return [first, second, third].find(({ id }) => id === rows[0]?.id)!;
      });
      const entrant = await browser.newPage();
      await enterAs(entrant, told, address);
      await expect(entrant.getByText('The light is just right.')).toBeVisible();
      await expect(entrant.getByText('Ngozi Eze')).toHaveCount(0);
      await entrant.close();
    });
  },
);
