// Measures the feed in a phone's browser (largest contentful paint, layout shift, transitions, scrolling
// 5,000 photos) and a topic of 5,000 posts. See README.md.
import { parseArgs } from 'node:util';
import { manyReplies, morePosts } from './many-posts.mjs';
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
const distance = 12_000;
const slowdownOf = (size) => (size.isMobile ? slowdown : 1);
const bench = await openBench({ folder: options.data, port: options.port });

try {
  if (options.only === undefined || options.only === 'paint') {
    const kinds = { 'welcomed before': true, 'cold start, behind the splash': false };
    const results = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const [name, welcomed] of Object.entries(kinds)) results[name].push(await firstView(welcomed));
    console.log(
      '\n| /feed, cold cache | largest paint s | element | first paint s | JavaScript KB | pictures KB | all KB | requests |\n|---|---|---|---|---|---|---|---|',
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

  if (options.only === undefined || options.only === 'motion') {
    console.log(
      `\n| processor time, ${slowdown} times, of a phone's longest task | with motion, ms | its next, ms | with reduced motion, ms | its next, ms |\n|---|---|---|---|---|`,
    );
    const [moving, still] = [await motion('no-preference'), await motion('reduce')];
    for (const [name, longest] of Object.entries(moving)) console.log(`| ${[name, ...longest, ...still[name]].join(' | ')} |`);
  }

  if (options.only !== 'paint' && options.only !== 'motion') {
    const wanted = Number(options.posts);
    console.log(
      '\n| scrolling | CPU slowdown | posts | rendered | px | frames | over 50 ms | worst ms | long tasks | by processor time: over 50 ms | worst ms |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|---|');
    const kinds = {
      scroll: (size) => scrollFeed(size, wanted),
      topic: (size) => scrollTopic(size, wanted),
    };
    if (options.only !== 'topic') await morePosts(bench.database, bench.data, wanted, say);
    for (const [kind, scroll] of Object.entries(kinds).filter(([name]) => [undefined, name].includes(options.only)))
      for (const size of [phone, desktop]) {
        const r = await scroll(size);
        console.log(
          `| ${kind === 'topic' ? 'a topic' : '/feed'}, ${size.viewport.width} px | ${slowdownOf(size)} times | ${r.of} | ${r.drawn} | ${r.scrolled} | ${r.frames} | ${r.slow} | ${r.worst} | ${r.tasks} | ${r.busy.over} of ${r.busy.frames} | ${r.busy.worst} |`,
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

/** Scrolls through some pages at reading speed on the slow connection. Returns the layout shift. */
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

/** Returns the layout shift until the page is complete. The worst round counts. */
async function shiftOnArrival(path) {
  const { context, page, devtools } = await bench.openPage(phone);
  await slowDown(devtools, { processor: true });
  await page.goto(path);
  await page.waitForLoadState('load');
  // The network is never idle, because the event stream stays open.
  await page.waitForTimeout(5_000);
  await page.waitForTimeout(2_000);
  const { shift } = await page.evaluate(() => window.seen);
  await context.close();
  return shift;
}

/** Runs in the page. Returns the number of posts down to the last rendered one, because only posts near the viewport are rendered. */
function hanging() {
  return Number([...document.querySelectorAll('.wall-photo')].at(-1)?.ariaPosInSet ?? 0);
}

async function scrollFeed(size, wanted) {
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
  // The wall omits an incomplete last row, so some photos may be missing.
  while ((await page.evaluate(hanging)) < wanted - 60) await loadOne();
  const of = await page.evaluate(hanging);
  const drawn = await page.locator('.wall-photo').count();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdownOf(size) });
  const parts = [];
  for (const part of [0, 0.33, 0.66, 0.9]) {
    await page.evaluate((at) => scrollTo({ top: document.documentElement.scrollHeight * at, behavior: 'instant' }), part);
    parts.push(await framesOf(page, devtools, size));
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }));
  const busy = await busyOf(page, devtools, size);
  await context.close();
  return { of, drawn, ...together(parts), busy: busyTogether([busy], size) };
}

/** Opens the topic at four positions and scrolls on. */
async function scrollTopic(size, wanted) {
  const address = await manyReplies(bench.database, wanted, say);
  const { context, page, devtools } = await bench.openPage(size);
  const parts = [];
  const busy = [];
  let drawn = 0;
  for (const number of [1, Math.round(wanted / 3), Math.round((wanted * 2) / 3), wanted - 200]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(`${address}/${number}`);
    await page.waitForSelector(`.topic-post[data-number="${number}"]`);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdownOf(size) });
    parts.push(await framesOf(page, devtools, size));
    drawn = Math.max(drawn, await page.locator('.topic-post').count());
    busy.push(await busyOf(page, devtools, size));
  }
  await context.close();
  return { of: wanted, drawn, ...together(parts), busy: busyTogether(busy, size) };
}

/** Returns the medians of the two longest tasks of each act of a member, which include rendering and the frames of its transition. */
async function motion(reducedMotion) {
  const { context, page, devtools } = await bench.openPage(phone);
  await page.emulateMedia({ reducedMotion });
  await page.goto('/feed');
  const photo = page.locator('.wall-frame').first();
  const composer = page.getByRole('dialog');
  const acts = {
    'open a post': async () => {
      await photo.tap();
      await page.locator('.viewer-photo').first().waitFor();
    },
    'like': () => page.locator('.post-actions .count-button').first().tap(),
    'go back': async () => {
      await page.goBack();
      await photo.waitFor();
    },
    'next tab': () => page.getByRole('tab').nth(1).tap(),
    'previous tab': () => page.getByRole('tab').first().tap(),
    'open a dialog': async () => {
      await page.locator('.bar button').tap();
      await composer.waitFor();
    },
    'close a dialog': async () => {
      await page.keyboard.press('Escape');
      await composer.waitFor({ state: 'hidden' });
    },
  };
  const longest = Object.fromEntries(Object.keys(acts).map((name) => [name, []]));
  await photo.waitFor();
  // The first round loads the code.
  for (let round = 0; round <= Number(options.rounds); round += 1)
    for (const [name, act] of Object.entries(acts)) {
      const { tasks } = await busyDuring(page, devtools, async () => {
        await act();
        await page.waitForTimeout(600);
      });
      if (round > 0) longest[name].push(tasks.toSorted((one, other) => other - one).slice(0, 2));
    }
  await context.close();
  const medianOf = (rounds, at) => Math.round(median(rounds.map((tasks) => tasks[at] ?? 0)) * slowdown);
  return Object.fromEntries(Object.entries(longest).map(([name, rounds]) => [name, [medianOf(rounds, 0), medianOf(rounds, 1)]]));
}

/** Returns milliseconds between frames while scrolling at about 3,000 px/s, the distance, and the number of long tasks. */
async function framesOf(page, devtools, size) {
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    window.seen.tasks = 0;
    window.frames = [];
    window.began = scrollY;
    let before = performance.now();
    const each = (now) => {
      window.frames.push(now - before);
      before = now;
      window.framing = requestAnimationFrame(each);
    };
    window.framing = requestAnimationFrame(each);
  });
  await (size.hasTouch ? swipeOn(page, devtools, size.viewport) : turnWheel(devtools, size.viewport));
  const seen = await page.evaluate(() => {
    cancelAnimationFrame(window.framing);
    return { frames: window.frames.slice(1), tasks: window.seen.tasks, scrolled: Math.round(Math.abs(scrollY - window.began)) };
  });
  if (seen.scrolled < distance / 3) throw new Error(`The page went on by ${seen.scrolled} px only.`);
  return seen;
}

async function busyOf(page, devtools, size) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.waitForTimeout(1500);
  return busyDuring(page, devtools, () => (size.hasTouch ? swipeOn(page, devtools, size.viewport) : turnWheel(devtools, size.viewport)));
}

/**
 * Returns CPU milliseconds of each main-thread task during an act, without throttling. Throttling busy-waits, and on two cores it also
 * delays painting, so elapsed time would measure the machine instead of the page.
 */
async function busyDuring(page, devtools, act) {
  const events = [];
  const collect = ({ value }) =>
    events.push(...value.filter(({ name }) => name === 'thread_name' || name === 'ThreadControllerImpl::RunTask'));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' });
  await page.evaluate(() => {
    window.frames = 0;
    const each = () => {
      window.frames += 1;
      window.framing = requestAnimationFrame(each);
    };
    window.framing = requestAnimationFrame(each);
  });
  await act();
  const frames = await page.evaluate(() => (cancelAnimationFrame(window.framing), window.frames));
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  const perThread = new Map([...mains].map((thread) => [thread, []]));
  for (const event of events) if (event.tdur !== undefined) perThread.get(threadOf(event))?.push(event);
  const [busiest = []] = [...perThread.values()].toSorted((one, other) => other.length - one.length);
  return { frames, tasks: busiest.map(({ tdur }) => tdur / 1000) };
}

function busyTogether(parts, size) {
  const tasks = parts.flatMap((part) => part.tasks).map((ms) => ms * slowdownOf(size));
  return {
    frames: parts.reduce((sum, part) => sum + part.frames, 0),
    over: tasks.filter((ms) => ms > 50).length,
    worst: Math.round(Math.max(...tasks)),
  };
}

/** Dispatches touch events, because Chromium's `Input.synthesizeScrollGesture` does not scroll like a finger. */
async function swipeOn(page, devtools, { width, height }) {
  const touch = (type, y) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: width / 2, y }] });
  const [bottom, step, steps] = [height * 0.8, 50, 11];
  for (let swiped = 0; swiped < distance; swiped += step * steps) {
    await touch('touchStart', bottom);
    for (let move = 1; move <= steps; move += 1) {
      void touch('touchMove', bottom - move * step);
      await page.waitForTimeout(16);
    }
    await touch('touchEnd');
  }
}

function turnWheel(devtools, { width, height }) {
  return devtools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -distance,
    speed: 3000,
    gestureSourceType: 'mouse',
  });
}

function together(parts) {
  const frames = parts.flatMap((part) => part.frames);
  return {
    scrolled: parts.reduce((sum, part) => sum + part.scrolled, 0),
    frames: frames.length,
    slow: frames.filter((ms) => ms > 50).length,
    worst: Math.round(Math.max(...frames)),
    tasks: parts.reduce((sum, part) => sum + part.tasks, 0),
  };
}
