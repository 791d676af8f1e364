// The feed in a phone's browser: how soon the largest picture stands, what moves, how it scrolls with 5,000 photos. See README.md.
import { parseArgs } from 'node:util';
import { morePosts } from './many-posts.mjs';
import { desktop, median, openBench, phone, say, slowDown, slowdown } from './phone.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    posts: { type: 'string', default: '5000' },
    port: { type: 'string', default: '38211' },
    only: { type: 'string' },
  },
});
const slowdownOf = (size) => (size.isMobile ? slowdown : 1);
const bench = await openBench({ folder: options.data, port: options.port });

try {
  if (options.only !== 'scroll') {
    const kinds = { 'welcomed before': true, 'cold start, behind the splash': false };
    const results = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const [name, welcomed] of Object.entries(kinds)) results[name].push(await firstView(welcomed));
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
    const walks = [await walkDown(phone), await walkDown(desktop)];
    console.log('\n| scrolling through | posts | layout shift |\n|---|---|---|');
    for (const walk of walks) console.log(`| ${walk.name} | ${walk.posts} | ${walk.shift.toFixed(4)} |`);
    console.log('\n| forum, cold cache | layout shift |\n|---|---|');
    for (const [name, path] of Object.entries(await forumPages())) {
      const shifts = [];
      for (let round = 0; round < Number(options.rounds); round += 1) shifts.push(await shiftOnArrival(path));
      console.log(`| ${name} | ${Math.max(...shifts).toFixed(4)} |`);
    }
  }

  if (options.only !== 'paint') {
    await morePosts(bench.database, bench.data, Number(options.posts), say);
    console.log('\n| scrolling | processor slowed | photos | drawn | px | frames | over 50 ms | worst ms | long tasks |');
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const size of [phone, desktop]) {
      const r = await scrollMany(size, Number(options.posts));
      console.log(
        `| ${size.viewport.width} px | ${slowdownOf(size)} times | ${r.photos} | ${r.drawn} | ${r.scrolled} | ${r.frames} | ${r.slow} | ${r.worst} | ${r.tasks} |`,
      );
    }
  }
} finally {
  await bench.close();
}

async function firstView(welcomed) {
  const { context, page, devtools } = await bench.openPage(phone, { welcomed });
  await slowDown(devtools, { processor: true });
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
async function walkDown(size) {
  const { context, page, devtools } = await bench.openPage(size);
  await slowDown(devtools, { processor: false });
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
  const topics = await bench.read('/forum/topics');
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
async function shiftOnArrival(path) {
  const { context, page, devtools } = await bench.openPage(phone);
  await slowDown(devtools, { processor: true });
  await page.goto(path);
  await page.waitForLoadState('load');
  // The stream of events stays open: the network is never idle.
  await page.waitForTimeout(5_000);
  await page.waitForTimeout(2_000);
  const { shift } = await page.evaluate(() => window.seen);
  await context.close();
  return shift;
}

/** In the page: how many posts there are down to the last one drawn. Only those near the window are drawn. */
function hanging() {
  return Number([...document.querySelectorAll('.wall-photo')].at(-1)?.ariaPosInSet ?? 0);
}

async function scrollMany(size, wanted) {
  const { context, page, devtools } = await bench.openPage(size);
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
