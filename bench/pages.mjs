// Measures largest contentful paint and layout shift of screens opened by address, in a phone's browser. Compares pages for visitors with a bare
// page of the same first image. See README.md.
import { createServer, request } from 'node:http';
import { parseArgs } from 'node:util';
import { median, openBench, phone, slowDown, slowdown } from './phone.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '38212' },
    locales: { type: 'string', default: 'en,ar' },
    only: { type: 'string', default: '' },
    slowdown: { type: 'string', default: String(slowdown) },
  },
});
const locales = options.locales.split(',');
const bench = await openBench({ folder: options.data, port: options.port, env: { LOCALES: options.locales } });
await bench.database.query(`update site_settings set visitors = 'posts', version = version + 1`);
const base = `http://localhost:${options.port}`;
const bare = await openBareServer();
const failures = [];

try {
  const screens = (await listScreens()).filter(({ name }) => name.includes(options.only));
  console.log(
    '| screen | language | largest paint s | element | first paint s | layout shift | what moved |\n|---|---|---|---|---|---|---|',
  );
  for (const screen of screens)
    for (const locale of locales) {
      const views = [];
      for (let round = 0; round < Number(options.rounds); round += 1) views.push(await measure(screen, locale));
      const largest = median(views.map((view) => view.largest));
      const worst = Math.max(...views.map((view) => view.largest));
      const shift = Math.max(...views.map((view) => view.shift));
      const moved = [...new Set(views.flatMap((view) => view.moved))].join(', ');
      const first = median(views.map((view) => view.first));
      console.log(
        `| ${screen.name} | ${locale} | ${largest.toFixed(2)} (${Math.min(...views.map((view) => view.largest)).toFixed(2)}–${worst.toFixed(2)}) | ${views[0].element} | ${first.toFixed(2)} | ${shift.toFixed(4)} | ${moved} |`,
      );
      if (largest > 2.5 || shift > 0.02) failures.push(`${screen.name} in ${locale}`);
      if (screen.isPublic) await compareWithBare(screen, locale, largest);
    }
} finally {
  bare.close();
  await bench.close();
}
if (failures.length > 0) {
  console.log(`Over 2.5 s, a shift of 0.02, or 1.3 times a bare page: ${failures.join(', ')}`);
  process.exitCode = 1;
}

async function listScreens() {
  const photos = await bench.read('/photos');
  const photo = photos.find(({ user, images }) => user.id !== bench.user.id && images.length > 0);
  const profile = `/user/${photo.user.username}`;
  return [
    { name: '/login', address: '/login', signedIn: false },
    { name: '/feed', address: '/feed' },
    { name: '/discover', address: '/discover' },
    { name: '/users', address: '/users' },
    { name: '/post/{id}', address: `/post/${photo.id}` },
    { name: '/user/{username}', address: profile },
    { name: '/user/{username}, a visitor', address: profile, signedIn: false, isPublic: true },
    { name: '/, a visitor', address: '/', signedIn: false, isPublic: true },
    { name: '/post/{id}, a visitor', address: `/post/${photo.id}`, signedIn: false, isPublic: true },
  ];
}

async function measure({ address, signedIn = true }, locale) {
  const { context, page, devtools } = await bench.openPage(phone, { signedIn, locale });
  await slowDown(devtools, { processor: true, times: Number(options.slowdown) });
  await page.goto(address);
  await page.waitForLoadState('load');
  // The network is never idle, because the event stream stays open.
  await page.waitForTimeout(5_000);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  return { ...seen, largest: seen.largest / 1000, first: seen.first / 1000 };
}

/** Prints how many times longer than on a page with nothing but the first image the largest paint takes. */
async function compareWithBare({ name, address }, locale, largest) {
  const views = [];
  for (let round = 0; round < Number(options.rounds); round += 1)
    views.push(await measure({ address: `http://localhost:${bare.address().port}${address}`, signedIn: false }, locale));
  const ratio = largest / median(views.map((view) => view.largest));
  console.log(`| ${name}: times a bare page | ${locale} | ${ratio.toFixed(2)} | | | | |`);
  if (ratio > 1.3) failures.push(`${name} in ${locale}, compared with a bare page`);
}

/** Answers each address with the first image of that page alone, and passes requests for files on. */
async function openBareServer() {
  const server = createServer(async (asked, answer) => {
    if (!asked.headers.accept?.includes('text/html'))
      return request(base + asked.url, { headers: { accept: asked.headers.accept } }, (file) => {
        answer.writeHead(file.statusCode, file.headers);
        file.pipe(answer);
      }).end();
    const html = await (await fetch(base + asked.url, { headers: { accept: 'text/html' } })).text();
    const image = /<picture\b[^]*?<\/picture>/.exec(html)?.[0] ?? '';
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><meta name="viewport" content="width=device-width"><style>img{width:100%;height:auto}</style>${image}`);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return server;
}
