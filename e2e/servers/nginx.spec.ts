import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createAdmin } from '../admin.ts';
import { ask } from '../ask.ts';
import { findProgram } from '../find-program.ts';
import { linkMailedTo } from '../outbox.ts';
import { freePort, makeDataFolder, startServer } from '../server.ts';
import { describeProxy } from './documented-proxy.ts';
import { makeProxyFolder, type Proxy, publicAddress, startProxy } from './front.ts';

test.describe('nginx', () => {
  const nginx = findProgram('nginx');
  test.skip(nginx === null, 'nginx is not installed');

  /** Runs nginx with `site` in the `http` block and `main` before the block. */
  async function startNginx(folder: string, site: string, listens: { host: string; port: number }, main = 'events {}'): Promise<Proxy> {
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    const file = path.join(folder, 'nginx.conf');
    await writeFile(path.join(folder, 'site.conf'), site);
    await writeFile(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;\n${main}\nhttp { access_log off; ${kept.join(' ')} include ${folder}/site.conf; }`,
    );
    return startProxy(nginx!, ['-c', file, '-p', folder], listens);
  }

  const documented = path.join(import.meta.dirname, '../../docs/operating/nginx.conf');

  describeProxy(
    'nginx',
    async ({ folder, certificate, ports }) => {
      // Replaces only names, ports and paths. Plain and encrypted connections share one address.
      const site = (await readFile(documented, 'utf8'))
        .replaceAll('mbari.example', publicAddress)
        .replaceAll(/listen \[::\]:(80|443)/g, 'listen [::1]:$1')
        .replaceAll(/listen (80|443)/g, `listen ${publicAddress}:$1`)
        .replaceAll(/(listen \S+:)80\b/g, `$1${ports.http}`)
        .replaceAll(/(listen \S+:)443\b/g, `$1${ports.https}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll(/\/etc\/letsencrypt\/live\/[\d.]+\/fullchain\.pem/g, certificate.file)
        .replaceAll(/\/etc\/letsencrypt\/live\/[\d.]+\/privkey\.pem/g, certificate.key);
      return startNginx(folder, site, { host: publicAddress, port: ports.https });
    },
    (front) => {
      test('plain HTTP redirects to HTTPS', async () => {
        const { status, headers } = await ask(`http://${publicAddress}:${front().ports.http}/post/1?from=mail`);
        expect([status, headers.location]).toEqual([301, `https://${publicAddress}/post/1?from=mail`]);
      });

      test('query strings are not logged', async () => {
        const { folder, certificate, ports, proxy } = front();
        await ask(`https://${publicAddress}:${ports.https}/reset-password?token=a-secret`, {
          certificate,
          headers: { accept: 'text/html' },
        });
        await expect.poll(() => readFile(path.join(folder, 'mbari.log'), 'utf8')).toContain('"GET /reset-password" 200');
        expect(await readFile(path.join(folder, 'mbari.log'), 'utf8')).not.toContain('a-secret');
        expect(proxy.output()).not.toMatch(/\[(?:error|crit|emerg)\]/);
      });
    },
  );

  const resetLink = /https?:\/\/\S+\/reset-password\?\S+/;

  for (const [what, publicUrl, lines] of [
    ['a public address and nothing but proxy_pass', 'https://mbari.example', ''],
    ['a public address, and the name passed on', 'https://mbari.example', 'proxy_set_header Host mbari.example;'],
    ['PUBLIC_URL forgotten, and nothing but proxy_pass', undefined, ''],
  ] as const)
    test(`with ${what}, requests through nginx cannot read the admin's reset link`, async () => {
      const { dataFolder, remove } = await makeDataFolder();
      const proxyFolder = await makeProxyFolder();
      const server = await startServer(dataFolder, publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl });
      const listens = { host: '127.0.0.1', port: await freePort() };
      const { host } = new URL(server.url.replace('localhost', '127.0.0.1'));
      const site = `server { listen ${listens.host}:${listens.port}; location / { proxy_pass http://${host}; ${lines} } }`;
      const proxy = await startNginx(proxyFolder.folder, site, listens);
      const url = `http://${listens.host}:${listens.port}`;
      try {
        const { email } = await createAdmin(dataFolder);
        const asked = await ask(`${url}/api/v1/auth/forgot-password`, { method: 'POST', json: { email } });
        // By default, nginx sends the upstream's name as host. A public server refuses this name.
        expect(asked.status).toBe(publicUrl !== undefined && lines === '' ? 421 : 200);
        if (asked.status === 200) expect(await linkMailedTo(dataFolder, email, resetLink)).toContain('token=');
        for (const headers of [{}, { host: 'localhost' }, { host }] as Record<string, string>[]) {
          for (const at of ['/outbox', '/metrics']) expect([404, 421], at).toContain((await ask(`${url}${at}`, { headers })).status);
          expect((await ask(`${url}/api/v1/site`, { headers })).text).not.toContain('"/outbox"');
        }
        if (publicUrl !== undefined) expect(server.output()).not.toContain('reset-password');
      } finally {
        await proxy.stop();
        await server.end();
        await proxyFolder.remove();
        await remove();
      }
    });

  test('with the documented limits, nginx serves visitors while hundreds of streams are open', async () => {
    const { folder, remove } = await makeProxyFolder();
    // The beginning of Debian's nginx.conf.
    const main = path.join(folder, 'main.conf');
    await writeFile(main, 'worker_processes 1;\nevents {\n\tworker_connections 768;\n\t# multi_accept on;\n}\n');
    const [line] = /^sed -i .*\/etc\/nginx\/nginx\.conf$/m.exec(
      await readFile(path.join(path.dirname(documented), 'behind-a-proxy.md'), 'utf8'),
    )!;
    // Runs twice, because an operator may repeat the command.
    for (let times = 0; times < 2; times += 1) execFileSync('sh', ['-c', line.replace('/etc/nginx/nginx.conf', main)]);
    const behind = createServer((asked, answer) => (asked.url === '/stream' ? answer.write('\n') : answer.end('a page')));
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const listens = { host: '127.0.0.1', port: await freePort() };
    const to = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
    const site = `server { listen ${listens.host}:${listens.port}; location / { proxy_pass ${to}; proxy_buffering off; } }`;
    const proxy = await startNginx(folder, site, listens, await readFile(main, 'utf8'));
    const open: ClientRequest[] = [];
    try {
      for (let n = 0; n < 600; n += 1) {
        const stream = request({ ...listens, path: '/stream', agent: false });
        open.push(stream);
        const begun = new Promise<void>((resolve, reject) => stream.once('error', reject).once('response', () => resolve()));
        stream.end();
        await begun;
        stream.on('error', () => undefined);
      }
      expect((await ask(`http://${listens.host}:${listens.port}/`)).text).toBe('a page');
      expect(proxy.output()).not.toContain('[warn]');
    } finally {
      for (const stream of open) stream.destroy();
      await proxy.stop();
      behind.closeAllConnections();
      behind.close();
      await remove();
    }
  });
});

test.describe('caddy', () => {
  const caddy = findProgram('caddy');
  test.skip(caddy === null, 'Caddy is not installed');

  const documented = path.join(import.meta.dirname, '../../docs/operating/Caddyfile');

  describeProxy(
    'Caddy',
    async ({ folder, certificate, ports }) => {
      // Replaces only names and ports, and adds a certificate, because Caddy would request one.
      const site = (await readFile(documented, 'utf8'))
        .replace('mbari.example {', `https://${publicAddress}:${ports.https} {\n\ttls ${certificate.file} ${certificate.key}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`);
      const file = path.join(folder, 'Caddyfile');
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy\n}\n${site}`);
      return startProxy(caddy!, ['run', '--config', file, '--adapter', 'caddyfile'], { host: publicAddress, port: ports.https });
    },
    () => {},
  );
});
