import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { browserTimeZone } from '../browser-time-zone.ts';
import { type Bidi, connectBidi } from './bidi.ts';

const preferences = {
  'intl.accept_languages': 'en-GB, en',
  'intl.locale.requested': 'en-GB',
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  // Blocks requests beyond this machine by a proxy address without a listener.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Message about a font that was loading when the page was left: NS_BINDING_ABORTED. */
const leftBehind = /^downloadable font: download failed .* status=2152398850/;

interface LogEntry {
  level: string;
  text: string | null;
  stackTrace?: { callFrames: { url: string }[] };
}

export interface Firefox {
  bidi: Bidi;
  /** Problems that pages wrote to the console. */
  complaints: string[];
  close(): Promise<void>;
}

/** Starts Firefox without a window, on its own profile. */
export async function startFirefox(program: string): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'mbari-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, TZ: browserTimeZone() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  process.once('exit', () => child.kill());

  const complaints: string[] = [];
  const bidi = await connectBidi(`${await addressOf(child)}/session`, (method, params) => {
    if (method !== 'log.entryAdded') return;
    const { level, text, stackTrace } = params as LogEntry;
    if (['error', 'warn'].includes(level) && !leftBehind.test(text ?? ''))
      complaints.push(`${level}: ${text} (${stackTrace?.callFrames[0]?.url ?? 'no script'})`);
  });
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });

  return {
    bidi,
    complaints,
    close: async () => {
      await bidi.send('browser.close');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the address with the free port that Firefox prints. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('Firefox was started without its output.');
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Firefox ended:\n${said.join('\n')}`);
}
