import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from '@playwright/test';
import { findProgram } from '../find-program.ts';
import { describeProxy } from './documented-proxy.ts';
import { publicAddress, startProxy } from './front.ts';

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
