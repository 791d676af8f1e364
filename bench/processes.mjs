import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const here = import.meta.dirname;

/** Runs load.mjs against a port and measures the CPU microseconds per request of the given processes. */
export async function measure({ port, connections = 64, seconds, requests, pids = [], rate, status = '200' }) {
  const before = pids.map(cpuOf);
  const child = spawn(process.execPath, [path.join(here, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ host: '127.0.0.1', port, connections, seconds, requests, rate }));
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The load ended with an error.');
  const result = JSON.parse(out);
  const others = Object.keys(result.statuses).filter((answered) => answered !== status);
  if (others.length > 0) throw new Error(`Some answers were not ${status}: ${JSON.stringify(result.statuses)}`);
  return {
    ...result,
    perSecond: result.requests / (result.took / 1000),
    cpu: pids.map((group, index) => (cpuOf(group) - before[index]) / result.requests),
  };
}

/** Returns the CPU microseconds of a group of processes so far; Linux only, else NaN. */
function cpuOf(group) {
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  let ticks = 0;
  for (const pid of group()) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {}
  }
  return (ticks / ticksPerSecond) * 1e6;
}

const ticksPerSecond = existsSync('/proc/self/stat') ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100;

/** Returns the CPU milliseconds of a process; Linux only, else NaN. Unlike elapsed time, CPU time hardly depends on other load. */
export function spentBy(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Returns the total CPU microseconds per request, including the load generator on the same cores. */
export function wholeCost({ cpu, cores, took, requests }) {
  return cpu.reduce((sum, each) => sum + each, 0) + (cores * took * 1000) / requests;
}

export function residentOf(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

export function familyOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1]));
    } catch {}
  }
  return [pid, ...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child)];
}

export async function startBareServer(headers, body) {
  const child = fork(path.join(here, 'bare-server.mjs'), { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
  child.stdin.end(JSON.stringify({ headers, body: body.toString('base64') }));
  const [{ port }] = await once(child, 'message');
  return { port, pid: child.pid, stop: () => child.disconnect() };
}

export async function startProduct(env, port, { profile } = {}) {
  const main = path.join(here, '../apps/server/dist/main.js');
  if (!existsSync(main)) throw new Error('Build first: npm run build');
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), main],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'fatal',
        RATE_LIMIT_SCALE: '1000000',
        HOST: '127.0.0.1',
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
      cwd: env.MBARI_DATA,
    },
  );
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error('The product did not start.');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
