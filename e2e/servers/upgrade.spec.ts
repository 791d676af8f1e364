import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import { ask } from '../ask.ts';
import { type Installation, withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { cachesOf, strip } from '../offline.ts';
import { fill, type Member } from '../outage-run.ts';
import { enterAs, headersOf, someoneNew } from '../posts.ts';
import { freePort, isReady, makeDataFolder, startServer } from '../server.ts';
import { startNginx } from './balancers.ts';
import { makeProxyFolder } from './front.ts';
import { type Registry, startRegistry } from './registry.ts';
import { askWhile, sum } from './rolling-run.ts';
import { startTwoNodes } from './two-nodes.ts';

// Upgrades the published package in a filled community under load behind nginx: npx playwright test -c e2e/servers upgrade
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 20);
const photosCount = 10_000;
const migration = `-- The version before may run on this.
alter table photos add column planted text;
update photos set planted = title;
`;
const wellDone = { '2xx': expect.any(Number) };

const nginx = findProgram('nginx');
test.skip(nginx === null, 'no nginx');

let registry: Registry;
/** Folders of the package in both versions. */
let before: string;
let next: string;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  registry = await startRegistry();
  await registry.publish();
  before = await install('latest');
  await registry.publish({ version: '99.0.0', migration });
  next = await install('latest');
});
test.afterAll(() => registry.stop());

let folders = 0;
async function install(version: string): Promise<string> {
  const folder = path.join(registry.home, String((folders += 1)));
  await registry.npm('install', '--prefix', folder, `mbari@${version}`);
  return path.join(folder, 'node_modules/mbari');
}

test('one node is upgraded within seconds, and no request fails before and after', async () => {
  const [folder, proxyFolder, port, front] = [await makeDataFolder(), await makeProxyFolder(), await freePort(), await freePort()];
  const url = `http://localhost:${front}`;
  const env = { PORT: String(port), PUBLIC_URL: url, TRUST_PROXY: 'loopback' };
  let server = await startServer(folder.dataFolder, env, [], before);
  const proxy = await startNginx(nginx!, { folder: proxyFolder.folder, port: front, nodes: [`127.0.0.1:${port}`] });
  try {
    const filled = await withDatabase(folder, fillCommunity);
    const draft = await saveDraft(url, folder, filled.makers[0]!);
    let isAway = false;
    let seconds = 0;
    const away = (): string => (isAway ? 'upgrade' : '');
    const { figures } = await askWhile(url, filled, { perSecond, away }, async () => {
      await wait(3_000);
      const stopped = performance.now();
      isAway = true;
      expect(await server.end()).toBe(0);
      server = await startServer(folder.dataFolder, env, [], next);
      await expect.poll(() => isReady(url), { timeout: 60_000, intervals: [50] }).toBe(true);
      isAway = false;
      seconds = (performance.now() - stopped) / 1_000;
      await wait(3_000);
    });
    console.log(`One node, ${photosCount} photos, away for ${seconds.toFixed(1)} s: ${JSON.stringify(figures)}`);
    for (const answers of [figures.answers, figures.likes, figures.uploads])
      expect(Object.keys(answers).filter((outcome) => outcome !== '2xx' && !outcome.startsWith('upgrade: '))).toEqual([]);
    expect(figures.missed).toBe(0);
    await expectUpgraded(url, folder, draft);
  } finally {
    await proxy.stop();
    await server.end();
    await proxyFolder.remove();
    await folder.remove();
  }
});

test('two nodes are upgraded one after the other, and no request fails', async () => {
  const { url, dataFolder, nodes, startNode, output, stop } = await startTwoNodes(startNginx, nginx!, before);
  try {
    const filled = await withDatabase({ dataFolder }, fillCommunity);
    const draft = await saveDraft(url, { dataFolder }, filled.makers[0]!);
    const { figures } = await askWhile(url, filled, { perSecond }, async () => {
      for (const index of [0, 1]) {
        await wait(3_000);
        expect(await nodes[index]!.end()).toBe(0);
        nodes[index] = await startNode(index, next);
      }
      await wait(3_000);
    });
    console.log(`Two nodes, ${photosCount} photos: ${JSON.stringify(figures)}`);
    if (sum(figures.answers) !== figures.answers['2xx']) console.log(output().slice(-3_000));
    expect(figures).toEqual({ answers: wellDone, likes: wellDone, uploads: wellDone, missed: 0 });
    await expectUpgraded(url, { dataFolder }, draft);
  } finally {
    await stop();
  }
});

test.describe('in a browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page that is open during an upgrade stays usable, and sends what was written meanwhile', async ({ page }) => {
    const [folder, proxyFolder, port, front] = [await makeDataFolder(), await makeProxyFolder(), await freePort(), await freePort()];
    const url = `http://localhost:${front}`;
    const env = { PORT: String(port), PUBLIC_URL: url, TRUST_PROXY: 'loopback' };
    let server = await startServer(folder.dataFolder, env, [], before);
    const proxy = await startNginx(nginx!, { folder: proxyFolder.folder, port: front, nodes: [`127.0.0.1:${port}`] });
    try {
      const [member, friend] = [await someoneNew(folder.dataFolder, 'Ada Obi'), await someoneNew(folder.dataFolder, 'Hauwa Bello')];
      const begun = { member_ids: [friend.id], is_group: false, message: { body: 'Before the upgrade' } };
      const { text } = await ask(`${url}/api/v1/conversations`, { method: 'POST', headers: headersOf(member), json: begun });
      const at = `/messages/${(JSON.parse(text) as { data: { id: string } }).data.id}`;
      await enterAs(page, member, `${url}${at}`);
      const messages = page.getByRole('region', { name: 'Messages: Hauwa Bello' });
      await expect(messages).toContainText('Before the upgrade');
      await expect.poll(() => cachesOf(page)).toContain('mbari-page');
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

      expect(await server.end()).toBe(0);
      await page.reload();
      await expect(strip(page)).toContainText('You’re offline');
      await page.getByRole('textbox', { name: 'Write a message' }).fill('During the upgrade');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(messages).toContainText('During the upgrade');
      server = await startServer(folder.dataFolder, env, [], next);

      await expect(strip(page)).toBeHidden();
      const sent = async (): Promise<string> =>
        (await ask(`${url}/api/v1/conversations${at.slice(9)}/messages`, { headers: headersOf(friend) })).text;
      await expect.poll(sent).toContain('During the upgrade');
      await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
      await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    } finally {
      await proxy.stop();
      await server.end();
      await proxyFolder.remove();
      await folder.remove();
    }
  });
});

/** Adds members, and many photos without files. */
async function fillCommunity(db: pg.Client): ReturnType<typeof fill> {
  const filled = await fill(db, 250);
  await db.query(
    `with added as materialized (
       select n, ('01900000' || substr(gen_random_uuid()::text, 9))::uuid as photo, gen_random_uuid() as image from generate_series(1, $2::int) n),
     stored as (
       insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select image, $1, 'photo', 1200, 900, '#a33c1e', '\\x00112233445566778899aabbccddeeff0011223344556677', '{320,640}', 1000 from added),
     posted as (
       insert into photos (id, member_id, category_id, title)
       select photo, $1, (select id from categories limit 1), 'Photo ' || n from added)
     insert into photo_images select photo, 0, image, '' from added`,
    [filled.likers[0]!.id, photosCount],
  );
  return filled;
}

interface SavedDraft {
  at: string;
  member: Member;
}

async function saveDraft(url: string, installation: Installation, member: Member): Promise<SavedDraft> {
  const { rows } = await withDatabase(installation, (db) => db.query<{ id: string }>('select id from forum_categories limit 1'));
  const at = `${url}/api/v1/forum/drafts/new:${rows[0]!.id}`;
  const json = { title: 'Before the upgrade', body: 'Half a thought', version: 0 };
  expect((await ask(at, { method: 'PUT', headers: { authorization: `Bearer ${member.token}` }, json })).status).toBe(200);
  return { at, member };
}

/** Checks that the session and the draft survived, and that the migration ran on every photo. */
async function expectUpgraded(url: string, installation: Installation, { at, member }: SavedDraft): Promise<void> {
  const headers = { authorization: `Bearer ${member.token}` };
  expect(JSON.parse((await ask(at, { headers })).text)).toMatchObject({ data: { title: 'Before the upgrade', body: 'Half a thought' } });
  expect((await ask(`${url}/api/v1/me`, { headers })).status).toBe(200);
  const { rows } = await withDatabase(installation, (db) =>
    db.query<{ migrated: number }>('select count(*)::int as migrated from photos where planted is not null'),
  );
  expect(rows[0]!.migrated).toBeGreaterThanOrEqual(photosCount);
}
