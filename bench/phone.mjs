import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { findBrowser } from '../scripts/browser.mjs';
import { fillWithDemo } from './many-posts.mjs';
import { here, startProduct } from './processes.mjs';

export const say = (text) => console.error(`[bench] ${text}`);

export const phone = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
export const desktop = { viewport: { width: 1440, height: 900 } };
const line = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (0.75e6 / 8) | 0 };
export const slowdown = 4;

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export async function openBench({ folder, port, env = {} }) {
  const base = `http://localhost:${port}`;
  const data = path.resolve(folder ?? (await mkdtemp(path.join(tmpdir(), 'mbari-web-'))));
  const token = randomBytes(32).toString('base64url');
  const program = (await findBrowser())?.CHROMIUM_PATH;
  const browser = await chromium.launch({ executablePath: program, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  await fillWithDemo(data, say);
  const database = await openDatabase(data);
  const product = await startProduct({ MBARI_DATA: data, PUBLIC_URL: base, ...env }, port);
  const read = async (call) => {
    const answer = await fetch(`${base}/api/v1${call}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`The product answered ${answer.status}.`);
    return (await answer.json()).data;
  };
  const { rows } = await database.query(
    `select id from members where role = 'member' and email_verified_at is not null order by id limit 1`,
  );
  await giveSession(database, rows[0].id, token);
  const user = await read('/me');
  return {
    data,
    database,
    user,
    read,
    openPage: (size, options = {}) => openPage(browser, base, { token, user }, size, options),
    async close() {
      await browser.close();
      await product.stop();
      await database.stop();
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** Throttles the network, and optionally the CPU as on a phone. */
export async function slowDown(devtools, { processor, times = slowdown }) {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  if (processor) await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

async function openDatabase(data) {
  const built = (file) => import(path.join(here, '../apps/server/dist', file));
  const [{ readConfig }, { connectionFor, startDatabase }, { migrate }] = await Promise.all([
    built('platform/config.js'),
    built('platform/db/connect.js'),
    built('platform/db/migrate.js'),
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

async function giveSession(database, memberId, token) {
  const session = randomUUID();
  const hash = createHash('sha256').update(token).digest();
  await database.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [session, memberId, randomBytes(32)]);
  await database.query(`insert into session_tokens values ($1, $2, now() + interval '1 year')`, [hash, session]);
}

async function openPage(browser, base, { token, user }, size, { welcomed = true, signedIn = true, locale = 'en' }) {
  const context = await browser.newContext({ ...size, baseURL: base, locale });
  await context.addInitScript(
    ([key, member, skip]) => {
      if (key !== null) {
        localStorage.setItem('auth_token', key);
        localStorage.setItem('user_profile', JSON.stringify(member));
        localStorage.setItem('hasCompletedOnboarding', 'true');
      }
      if (skip) sessionStorage.setItem('mbari_welcomed', 'yes');
      const seen = { largest: 0, element: '', first: 0, shift: 0, moved: [], tasks: 0 };
      window.seen = seen;
      const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
      const nameOf = (element) => element.tagName.toLowerCase() + (element.className ? `.${String(element.className).split(' ')[0]}` : '');
      watch('largest-contentful-paint', ({ startTime, element }) => {
        seen.largest = startTime;
        seen.element = element ? nameOf(element) : '';
      });
      watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.first = startTime));
      watch('layout-shift', ({ value, hadRecentInput, sources }) => {
        if (hadRecentInput) return;
        seen.shift += value;
        seen.moved.push(...sources.map(({ node }) => (node instanceof Element ? nameOf(node) : (node?.nodeName ?? ''))));
      });
      watch('longtask', () => (seen.tasks += 1));
    },
    [signedIn ? token : null, user, welcomed],
  );
  // Without it, members would get the page for visitors, and reload.
  if (signedIn) await context.addCookies([{ name: 'mbari_member', value: 'yes', url: base }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools };
}
