import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';

/** Loopback address that proxies use as the public address. No name of this machine resolves to it. */
export const publicAddress = '127.0.0.2';

export interface Certificate {
  file: string;
  key: string;
}

/** Creates a folder that a proxy of any user may read, and a certificate for the public address. */
export async function makeProxyFolder(): Promise<{ folder: string; certificate: Certificate; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-proxy-'));
  await chmod(folder, 0o777);
  const certificate = { file: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  const subject = ['-subj', '/CN=mbari test', '-addext', `subjectAltName=IP:${publicAddress}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', certificate.key, '-out', certificate.file], { stdio: 'ignore' });
  await chmod(certificate.key, 0o644);
  return { folder, certificate, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Proxy {
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a proxy in the foreground, and waits until it accepts connections. */
export async function startProxy(program: string, args: string[], listens: { host: string; port: number }): Promise<Proxy> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], HOME: tmpdir() } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => (text += more));
  const proxy = { output: () => text, stop: (signal: NodeJS.Signals = 'SIGTERM') => stop(child, signal) };
  await expect(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${text}`);
    await reach(listens);
  }).toPass({ timeout: 10_000, intervals: [50] });
  return proxy;
}

function reach({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(void socket.destroy()));
    socket.once('error', reject);
  });
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
