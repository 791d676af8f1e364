// The feed in a phone's browser: how soon the largest picture stands, what moves, how it scrolls with 5,000 photos. See README.md.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { fillWithDemo, morePosts } from './many-posts.mjs';
import { here, startProduct } from './processes.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    posts: { type: 'string', default: '5000' },
    port: { type: 'string', default: '38211' },
    only: { type: 'string' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const port = Number(options.port);
const base = `http://localhost:${port}`;
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-web-'))));
const token = randomBytes(32).toString('base64url');
/** A phone of the middle sort on a line of the slow sort. */
const phone = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** A computer, at its own speed. */
const desktop = { viewport: { width: 1440, height: 900 } };
const line = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (0.75e6 / 8) | 0 };
/** How much slower a phone's processor is. */
const slowdown = 4;

const slowdownOf = (size) => (size.isMobile ? slowdown : 1);

await fillWithDemo(data, say);
const database = await openDatabase();
const product = await startProduct({ MBARI_DATA: data, PUBLIC_URL: base }, port);
const program = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((at) => existsSync(at));
const browser = await chromium.launch({ executablePath: program, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

try {
  const { rows } = await database.query(
    `select id from members where role = 'member' and email_verified_at is not null order by id limit 1`,
  );
  await giveSession(rows[0].id);
  const me = await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  if (!me.ok) throw new Error(`The product answered ${me.status}.`);
  const user = (await me.json()).data;

  if (options.only !== 'scroll') {
    const kinds = { 'welcomed before': true, 'cold start, behind the splash': false };
    const results = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const [name, welcomed] of Object.entries(kinds)) results[name].push(await firstView(user, welcomed));
    console.log(
      '\n| /feed, cold cache | largest paint s | of them | first paint s | JavaScript KB | pictures KB | all KB | requests |\n|---|---|---|---|---|---|---|---|',
    );
    for (const [name, views] of Object.entries(results)) {
      const cell = (pick, digits = 0) => median(views.map(pick)).toFixed(digits);
      const worst = Math.max(...views.map(({ largest }) => largest)).toFixed(2);
      console.log(
        `| ${name} | ${cell((v) => v.largest, 2)} (worst ${worst}) | ${views[0].element} | ${cell((v) => v.first, 2)} | ${cell((v) => v.bytes.script)} | ${cell((v) => v.bytes.image)} | ${cell((v) => v.bytes.all)} | ${cell((v) => v.requests)} |`,
      );
    }
    const walks = [await walkDown(user, phone), await walkDown(user, desktop)];
    console.log('\n| scrolling through | posts | layout shift |\n|---|---|---|');
    for (const walk of walks) console.log(`| ${walk.name} | ${walk.posts} | ${walk.shift.toFixed(4)} |`);
    console.log('\n| forum, cold cache | layout shift |\n|---|---|');
    for (const [name, path] of Object.entries(await forumPages())) {
      const shifts = [];
      for (let round = 0; round < Number(options.rounds); round += 1) shifts.push(await shiftOnArrival(user, path));
      console.log(`| ${name} | ${Math.max(...shifts).toFixed(4)} |`);
    }
  }

  if (options.only !== 'paint') {
    await morePosts(database, data, Number(options.posts), say);
    console.log('\n| scrolling | processor slowed | photos | drawn | px | frames | over 50 ms | worst ms | long tasks |');
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const size of [phone, desktop]) {
      const r = await scrollMany(user, size, Number(options.posts));
      console.log(
        `| ${size.viewport.width} px | ${slowdownOf(size)} times | ${r.photos} | ${r.drawn} | ${r.scrolled} | ${r.frames} | ${r.slow} | ${r.worst} | ${r.tasks} |`,
      );
    }
  }
} finally {
  await browser.close();
  await product.stop();
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function openDatabase() {
  const built = (file) => import(path.join(here, '../apps/server/dist', file));
  const [{ readConfig }, { connectionFor, startDatabase }, { migrate }] = await Promise.all([
    built('config.js'),
    built('db/connect.js'),
    built('db/migrate.js'),
  ]);
  const config = readConfig({ MBARI_DATA: data }, data);
  const embedded = await startDatabase(config);
  const pool = new pg.Pool({ ...(await connectionFor(config)), max: 2 });
  pool.on('error', () => undefined);
  await migrate(pool);
  return {
    query: (sql, values) => pool.query(sql, values),
    async stop() {
      await pool.end();
      await embedded?.stop();
    },
  };
}

async function giveSession(memberId) {
  const session = randomUUID();
  const hash = createHash('sha256').update(token).digest();
  await database.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [session, memberId, randomBytes(32)]);
  await database.query(`insert into session_tokens values ($1, $2, now() + interval '1 year')`, [hash, session]);
}

/** A page that is signed in and watched, in a browser that has seen nothing yet. */
async function openPage(user, size, { welcomed = true } = {}) {
  const context = await browser.newContext({ ...size, baseURL: base });
  await context.addInitScript(
    ([key, member, skip]) => {
      localStorage.setItem('auth_token', key);
      localStorage.setItem('user_profile', JSON.stringify(member));
      localStorage.setItem('hasCompletedOnboarding', 'true');
      if (skip) sessionStorage.setItem('mbari_welcomed', 'yes');
      const seen = { largest: 0, element: '', first: 0, shift: 0, tasks: 0 };
      window.seen = seen;
      const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
      watch('largest-contentful-paint', ({ startTime, element }) => {
        seen.largest = startTime;
        seen.element = element ? element.tagName.toLowerCase() + (element.className ? `.${element.className.split(' ')[0]}` : '') : '';
      });
      watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.first = startTime));
      watch('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
      watch('longtask', () => (seen.tasks += 1));
    },
    [token, user, welcomed],
  );
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools };
}

async function firstView(user, welcomed) {
  const { context, page, devtools } = await openPage(user, phone, { welcomed });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const bytes = { script: 0, image: 0, all: 0 };
  const kinds = new Map();
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type.toLowerCase()));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength / 1024;
    const kind = kinds.get(requestId);
    if (kind in bytes) bytes[kind] += encodedDataLength / 1024;
  });
  await page.goto('/feed');
  await page.waitForFunction(() => [...document.querySelectorAll('.wall-photo img')].some((img) => img.complete && img.naturalWidth > 0));
  await page.waitForTimeout(welcomed ? 3_000 : 7_000);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  return { ...seen, largest: seen.largest / 1000, first: seen.first / 1000, bytes, requests: kinds.size };
}

/** Through some pages at a reader's pace, on the slow line: nothing that stands may move. */
async function walkDown(user, size) {
  const { context, page, devtools } = await openPage(user, size);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await page.goto('/feed');
  await page.waitForSelector('.wall-photo');
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(100);
  }
  const posts = await page.evaluate(hanging);
  const { shift } = await page.evaluate(() => window.seen);
  await context.close();
  return { name: `${size.viewport.width} px`, posts, shift };
}

/** Pages of the forum, one of each sort. */
async function forumPages() {
  const read = async (call) =>
    (await (await fetch(`${base}/api/v1${call}`, { headers: { authorization: `Bearer ${token}` } })).json()).data;
  const topics = await read('/forum/topics');
  const withPhoto = topics.find(({ photo }) => photo !== null) ?? topics[0];
  const [plain, ofPhoto] = [topics[0], withPhoto].map(({ id, slug }) => `/forum/t/${id}/${slug}`);
  return {
    'the front page': '/forum',
    'a category': `/forum/c/${topics[0].category.slug}`,
    'a topic, at what is new': plain,
    'a topic about a photo, at its beginning': `${ofPhoto}/1`,
  };
}

/** How much of the page moves until it stands. The worst round counts. */
async function shiftOnArrival(user, path) {
  const { context, page, devtools } = await openPage(user, phone);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_000);
  const { shift } = await page.evaluate(() => window.seen);
  await context.close();
  return shift;
}

/** In the page: how many posts there are down to the last one drawn. Only those near the window are drawn. */
function hanging() {
  return Number([...document.querySelectorAll('.wall-photo')].at(-1)?.ariaPosInSet ?? 0);
}

async function scrollMany(user, size, wanted) {
  const { context, page, devtools } = await openPage(user, size);
  await page.goto('/feed');
  await page.waitForSelector('.wall-photo');
  const loadOne = async () => {
    const before = await page.evaluate(hanging);
    const started = Date.now();
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await page.waitForFunction(
      (n) => Number([...document.querySelectorAll('.wall-photo')].at(-1).ariaPosInSet) > n || !document.querySelector('.wall ~ div button'),
      before,
    );
    return Date.now() - started;
  };
  // A last row waits until it is full: not every photo need be shown.
  while ((await page.evaluate(hanging)) < wanted - 60) await loadOne();
  const photos = await page.evaluate(hanging);
  const drawn = await page.locator('.wall-photo').count();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdownOf(size) });
  const result = { photos, drawn, scrolled: 0, frames: 0, slow: 0, worst: 0, tasks: 0 };
  for (const part of [0, 0.33, 0.66, 0.9]) {
    await page.evaluate((at) => scrollTo({ top: document.documentElement.scrollHeight * at, behavior: 'instant' }), part);
    await page.waitForTimeout(1500);
    await page.evaluate(() => {
      window.seen.tasks = 0;
      window.frames = [];
      let before = performance.now();
      const each = (now) => {
        window.frames.push(now - before);
        before = now;
        window.framing = requestAnimationFrame(each);
      };
      window.framing = requestAnimationFrame(each);
    });
    const distance = 12_000;
    const { width, height } = size.viewport;
    await devtools.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance: -distance,
      speed: 3000,
      gestureSourceType: size.hasTouch ? 'touch' : 'mouse',
    });
    const { frames, tasks } = await page.evaluate(() => {
      cancelAnimationFrame(window.framing);
      return { frames: window.frames.slice(1), tasks: window.seen.tasks };
    });
    result.scrolled += distance;
    result.frames += frames.length;
    result.slow += frames.filter((ms) => ms > 50).length;
    result.worst = Math.round(Math.max(result.worst, ...frames));
    result.tasks += tasks;
  }
  await context.close();
  return result;
}
