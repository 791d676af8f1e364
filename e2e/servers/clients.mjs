// Runs Mastodon clients that others wrote against a started server with demo data, and reports what each of them can do:
//   BASE=http://localhost:3000 ADMIN=chidi.nwosu@demo.example MEMBER=adeyemi.ola@demo.example PASSWORD=… node e2e/servers/clients.mjs
// Uses Debian's `toot` and `python3-mastodon` if they are installed, and npm's `masto` and `megalodon` from the folder CLIENTS
// (`npm install masto megalodon` there). Skips and names what it does not find.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const { BASE: base = 'http://localhost:3000', ADMIN: admin, MEMBER: member, PASSWORD: password, CLIENTS: clients = '' } = process.env;
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
const folder = await mkdtemp(path.join(tmpdir(), 'mbari-clients-'));
const photo = path.join(folder, 'photo.jpg');
await writeFile(
  photo,
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a2e12' } })
    .jpeg()
    .toBuffer(),
);

/** Calls our own API, as our own pages do. */
async function ask(method, address, token, body) {
  const answer = await fetch(`${base}/api/v1${address}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
const signIn = async (email) => (await ask('POST', '/auth/login', undefined, { email, password })).token;

const adminToken = await signIn(admin);
const { version } = (await ask('GET', '/admin/site', adminToken)).data;
await ask('PUT', '/admin/site', adminToken, { version, client_apps: 'on' });
const memberToken = await signIn(member);

/** Opens an app's address as a browser does, and allows the app. Returns the code. */
async function allow(address) {
  const opened = await fetch(address, { redirect: 'manual' });
  const request = new URL(opened.headers.get('location'), base).searchParams.get('request');
  return (await ask('POST', '/client-apps/consent', memberToken, { request, is_allowed: true })).data.code;
}

let failures = 0;
/** Runs the steps of a client, each with what the steps before it returned. */
async function run(client, steps) {
  const known = {};
  for (const [name, step] of Object.entries(steps))
    try {
      Object.assign(known, await step(known));
      console.log(`${client}: ${name} ✓`);
    } catch (error) {
      failures += 1;
      console.log(`${client}: ${name} ✗ ${String(error.message ?? error).slice(0, 500)}`);
    }
}
const must = (truth, what) => {
  if (!truth) throw new Error(what);
};

const text = (client) => `Bricks by ${client}\n\nLaid by hand, #Clients${client}`;

const load = createRequire(path.join(path.resolve(clients), 'package.json'));

async function runMasto() {
  const { createOAuthAPIClient, createRestAPIClient } = load('masto');
  const scope = 'read write follow';
  await run('masto', {
    'sign in': async () => {
      const oauth = createOAuthAPIClient({ url: base });
      const app = await createRestAPIClient({ url: base }).v1.apps.create({ clientName: 'masto', redirectUris: outOfBand, scopes: scope });
      const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: outOfBand, response_type: 'code', scope });
      const code = await allow(`${base}/oauth/authorize?${query}`);
      const { clientId, clientSecret } = app;
      const { accessToken } = await oauth.token.create({
        clientId,
        clientSecret,
        redirectUri: outOfBand,
        grantType: 'authorization_code',
        code,
        scope,
      });
      const api = createRestAPIClient({ url: base, accessToken });
      must((await api.v1.accounts.verifyCredentials()).username, 'no account');
      return { api };
    },
    'instance': async ({ api }) => must((await api.v2.instance.fetch()).version.startsWith('4.2.0'), 'no version'),
    'post a photo with its description': async ({ api }) => {
      const file = new Blob([await readFile(photo)], { type: 'image/jpeg' });
      const media = await api.v2.media.create({ file, description: 'A brown wall' });
      const status = await api.v1.statuses.create({ status: text('masto'), mediaIds: [media.id] });
      must(status.mediaAttachments[0].description === 'A brown wall', 'no description');
      return { status };
    },
    'home and tag timelines, two pages each': async ({ api }) => {
      for (const list of [
        api.v1.timelines.home.list({ limit: 3 }),
        api.v1.timelines.public.list({ limit: 3 }),
        api.v1.timelines.tag.$select('clientsmasto').list({ limit: 3 }),
      ]) {
        const pages = [];
        for await (const page of list) if (pages.push(page.map(({ id }) => id)) === 2) break;
        must(pages[0].length > 0 && new Set(pages.flat()).size === pages.flat().length, JSON.stringify(pages));
      }
    },
    'reply and thread': async ({ api, status }) => {
      const reply = await api.v1.statuses.create({ status: 'Well laid', inReplyToId: status.id });
      must((await api.v1.statuses.$select(status.id).context.fetch()).descendants[0].id === reply.id, 'no reply');
    },
    'favourite and bookmark': async ({ api, status }) => {
      must((await api.v1.statuses.$select(status.id).favourite()).favourited, 'not favourited');
      must((await api.v1.statuses.$select(status.id).bookmark()).bookmarked, 'not bookmarked');
      must((await api.v1.bookmarks.list())[0].id === status.id, 'no bookmark');
      must((await api.v1.favourites.list())[0].id === status.id, 'no favourite');
    },
    'notifications': async ({ api }) => must(Array.isArray(await api.v1.notifications.list()), 'no list'),
    'search': async ({ api, status }) =>
      must(
        (await api.v2.search.list({ q: 'bricks' })).statuses.some(({ id }) => id === status.id),
        'not found',
      ),
    'delete': async ({ api, status }) => {
      await api.v1.statuses.$select(status.id).remove();
    },
  });
}

async function runMegalodon() {
  const { default: generator } = load('megalodon');
  const make = generator.default ?? generator;
  await run('megalodon', {
    'sign in': async () => {
      const client = make('mastodon', base);
      const app = await client.registerApp('megalodon', { scopes: ['read', 'write', 'follow'], redirect_uris: outOfBand });
      const code = await allow(app.url);
      const { access_token: token } = await client.fetchAccessToken(app.client_id, app.client_secret, code, outOfBand);
      const api = make('mastodon', base, token);
      must((await api.verifyAccountCredentials()).data.username, 'no account');
      return { api };
    },
    'instance': async ({ api }) => must((await api.getInstance()).data.version.startsWith('4.2.0'), 'no version'),
    'post a photo with its description': async ({ api }) => {
      const { createReadStream } = await import('node:fs');
      const media = (await api.uploadMedia(createReadStream(photo), { description: 'A brown wall' })).data;
      const status = (await api.postStatus(text('megalodon'), { media_ids: [media.id] })).data;
      must(status.media_attachments[0].description === 'A brown wall', 'no description');
      return { status };
    },
    'home and tag timelines, two pages each': async ({ api }) => {
      const lists = [
        (page) => api.getHomeTimeline(page),
        (page) => api.getPublicTimeline(page),
        (page) => api.getTagTimeline('clientsmegalodon', page),
      ];
      for (const [n, list] of lists.entries()) {
        const first = (await list({ limit: 2 })).data;
        const second = first.length === 0 ? [] : (await list({ limit: 2, max_id: first.at(-1).id })).data;
        must((first.length > 0 && second.length > 0) || n === 2, `list ${n}`);
        must(!second.some(({ id }) => first.some((status) => status.id === id)), `list ${n} repeats`);
      }
    },
    'reply and thread': async ({ api, status }) => {
      const reply = (await api.postStatus('Well laid', { in_reply_to_id: status.id })).data;
      must((await api.getStatusContext(status.id)).data.descendants[0].id === reply.id, 'no reply');
    },
    'favourite and bookmark': async ({ api, status }) => {
      must((await api.favouriteStatus(status.id)).data.favourited, 'not favourited');
      must((await api.bookmarkStatus(status.id)).data.bookmarked, 'not bookmarked');
      must((await api.getBookmarks()).data[0].id === status.id, 'no bookmark');
    },
    'notifications': async ({ api }) => must(Array.isArray((await api.getNotifications()).data), 'no list'),
    'search': async ({ api, status }) =>
      must(
        (await api.search('bricks', { type: 'statuses' })).data.statuses.some(({ id }) => id === status.id),
        'not found',
      ),
    'delete': async ({ api, status }) => {
      await api.deleteStatus(status.id);
    },
  });
}

/** Steps of Mastodon.py. Each prints its name, and its error if it fails. */
const python = String.raw`
import sys, json, traceback
from mastodon import Mastodon
base, photo, folder = sys.argv[1:4]
known = {}
def step(name, work):
    try:
        work(); print(name + ' \u2713', flush=True)
    except Exception as error:
        print(name + ' \u2717 ' + repr(error)[:300], flush=True)
scopes = ['read', 'write', 'follow']
def sign_in():
    id, secret = Mastodon.create_app('Mastodon.py', api_base_url=base, scopes=scopes)
    m = Mastodon(client_id=id, client_secret=secret, api_base_url=base)
    print('OPEN ' + m.auth_request_url(scopes=scopes), flush=True)
    m.log_in(code=sys.stdin.readline().strip(), scopes=scopes)
    assert m.account_verify_credentials().username
    known['m'] = m
step('sign in', sign_in)
m = known.get('m')
step('instance', lambda: m.instance().version.index('4.2.0'))
def post():
    media = m.media_post(photo, 'image/jpeg', description='A brown wall')
    known['status'] = m.status_post('Bricks by Python\n\nLaid by hand, #ClientsPython', media_ids=[media])
    assert known['status'].media_attachments[0].description == 'A brown wall'
step('post a photo with its description', post)
def timelines():
    for first in (m.timeline_home(limit=3), m.timeline_public(limit=3), m.timeline_hashtag('clientspython', limit=1)):
        assert len(first) > 0
        second = m.fetch_next(first) or []
        assert not {s.id for s in first} & {s.id for s in second}
    first = m.timeline_public(limit=3); assert len(m.fetch_next(first)) == 3
step('home and tag timelines, two pages each', timelines)
def reply():
    answer = m.status_post('Well laid', in_reply_to_id=known['status'].id)
    assert m.status_context(known['status'].id).descendants[0].id == answer.id
step('reply and thread', reply)
def mark():
    assert m.status_favourite(known['status'].id).favourited and m.status_bookmark(known['status'].id).bookmarked
    assert m.bookmarks()[0].id == known['status'].id
step('favourite and bookmark', mark)
step('notifications', lambda: m.notifications())
def search():
    assert known['status'].id in [s.id for s in m.search_v2('bricks').statuses]
step('search', search)
step('delete', lambda: m.status_delete(known['status'].id))
`;

/** Runs a program that prints `OPEN address` or a bare address, and reads the code from its input. */
function converse(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env } });
    let output = '';
    let isAsked = false;
    const read = async (bytes) => {
      output += bytes;
      const address = /https?:\/\/\S+\/oauth\/authorize\S+/.exec(output)?.[0];
      if (isAsked || address === undefined) return;
      isAsked = true;
      const code = await allow(address);
      child.stdin.write(command === 'toot' ? `n\n${code}\n` : `${code}\n`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (bytes) => (output += bytes));
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function runPython() {
  const { output } = await converse('/usr/bin/python3', ['-c', python, base, photo, folder]);
  for (const line of output.split('\n')) {
    if (/ [✓✗]/.test(line)) console.log(`Mastodon.py: ${line}`);
    if (line.includes('✗')) failures += 1;
  }
  if (!output.includes('✓')) console.log(output);
}

async function runToot() {
  const env = { HOME: folder, XDG_CONFIG_HOME: path.join(folder, '.config'), PYTHONIOENCODING: 'utf-8' };
  const toot = (...args) => {
    const { status, stdout, stderr } = spawnSync('toot', [...args, '--no-color'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      input: 'y\nn\n',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout;
  };
  const { host } = new URL(base);
  const idIn = (output) => /ID (\d{20,})/.exec(output)?.[1] ?? /\/post\/([0-9a-f-]{36})/.exec(output)?.[1];
  const decimal = (id) => (id?.includes('-') ? BigInt(`0x${id.replaceAll('-', '')}`).toString() : id);
  await run('toot', {
    'sign in': async () => {
      const { code, output } = await converse('toot', ['login', '-i', host, '--disable-https'], env);
      must(code === 0, output);
      must(toot('whoami').includes('@'), 'nobody');
    },
    'post a photo with its description': () => {
      const id = decimal(idIn(toot('post', text('toot'), '--media', photo, '--description', 'A brown wall')));
      must(id, 'no id');
      return { id };
    },
    'home and tag timelines, two pages each': () => {
      must(toot('timeline', '-c', '2').length > 0, 'empty home');
      // It asks for a second page only at a terminal.
      const pages = spawnSync('script', ['-qec', 'toot timeline --public -c 2 --no-color', '/dev/null'], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
        input: 'y\nn\n',
      }).stdout;
      must(new Set(pages.match(/ID \d{20,}/g)).size === 4, pages);
      must(toot('timeline', '--tag', 'clientstoot', '--once').includes('Bricks by toot'), 'not tagged');
    },
    'reply and thread': ({ id }) => {
      toot('post', 'Well laid', '--reply-to', id);
      must(toot('thread', id).includes('Well laid'), 'no reply');
    },
    'favourite and bookmark': ({ id }) => {
      toot('favourite', id);
      toot('bookmark', id);
    },
    'notifications': () => void toot('notifications'),
    'search': () => must(toot('search', 'ada').length > 0, 'nothing'),
    'delete': ({ id }) => void toot('delete', id),
  });
}

const isInstalled = (command, ...args) => spawnSync(command, args).status === 0;
const found = [
  { client: 'masto', isThere: existsSync(path.join(clients, 'node_modules/masto')), work: runMasto },
  { client: 'megalodon', isThere: existsSync(path.join(clients, 'node_modules/megalodon')), work: runMegalodon },
  { client: 'Mastodon.py', isThere: isInstalled('/usr/bin/python3', '-c', 'import mastodon'), work: runPython },
  { client: 'toot', isThere: isInstalled('toot', '--help'), work: runToot },
];
for (const { client, isThere, work } of found) {
  if (isThere) await work();
  else console.log(`${client}: not found, skipped`);
}
await rm(folder, { recursive: true, force: true });
process.exitCode = failures > 0 ? 1 : 0;
