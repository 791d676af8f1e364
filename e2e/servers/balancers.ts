import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Proxy, startProxy } from './front.ts';

interface Balancing {
  folder: string;
  port: number;
  /** Two or more addresses, such as `127.0.0.1:3000`. */
  nodes: readonly string[];
}

export const documented = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, '../../docs/operating', name), 'utf8');

/** Starts HAProxy with the documented configuration, but other addresses and no TLS. Other specs test TLS. */
export async function startHaproxy(program: string, { folder, port, nodes }: Balancing): Promise<Proxy> {
  const text = (await documented('haproxy.cfg'))
    .replace(/^ {4}bind :80\n/m, '')
    .replace(/bind :443 .*$/m, `bind 127.0.0.1:${port}`)
    .replace(/^.*redirect scheme https.*\n/m, '')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace(/(?:^ {4}server .*\n)+/m, nodes.map((node, index) => `    server node${index} ${node}\n`).join(''))
    .replace(
      /(?:^ {4}server .* track .*\n)+/m,
      nodes.map((node, index) => `    server node${index} ${node} track nodes/node${index}\n`).join(''),
    );
  await writeFile(path.join(folder, 'haproxy.cfg'), text);
  return startProxy(program, ['-db', '-f', path.join(folder, 'haproxy.cfg')], { host: '127.0.0.1', port });
}

/** Starts nginx with the proxy settings of nginx.conf and the upstream of several-nodes.md. */
export async function startNginx(program: string, { folder, port, nodes }: Balancing): Promise<Proxy> {
  const page = await documented('several-nodes.md');
  const upstream = /upstream mbari \{[^}]+\}/.exec(page)![0];
  const assets = /location \/assets\/ \{[^}]+\}/.exec(page)![0];
  const location = /location \/ \{\s+proxy_pass[^}]+\}/.exec(await documented('nginx.conf'))![0];
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const rest = / max_fails=.*;/.exec(upstream)![0];
  const site = `${upstream.replace(/(?:^ *server .*\n)+/m, nodes.map((node) => `    server ${node}${rest}\n`).join(''))}
    server { listen 127.0.0.1:${port}; client_max_body_size 32m; ${location} ${assets} }`;
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events { worker_connections 4096; }\nhttp { access_log off; ${kept.join(' ')} ${site} }`,
  );
  return startProxy(program, ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { host: '127.0.0.1', port });
}
