import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { addTestMember, startTestApp, type TestApp } from '../../../testing/app.ts';
import { openConnection, type RawConnection, readAnswer } from '../../../testing/http-client.ts';
import { openLog } from '../../adapters/log.ts';
import type { Context } from '../../context.ts';
import { isLoopbackAddress } from '../../localhost.ts';
import { type Connection, openSlots, proxyCheck, type Slots } from './connection-slots.ts';
import type { ConnectionLimits } from './connections.ts';

describe('connections', { tags: ['world'] }, () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  let server: FastifyInstance;
  let url: string;
  const connections: RawConnection[] = [];
  const megabyte = 1024 * 1024;
  const patient = { timeout: 20_000 };
  /** More than any system buffers for a client that does not read. */
  const large = 48 * megabyte;

  async function serve(limits: Partial<ConnectionLimits>, parts: Partial<Context> = {}): Promise<void> {
    server = buildApp({ ...app.context, ...parts }, { connectionLimits: { checkEveryMs: 25, ...limits } });
    server.get('/large', { config: { anyHost: true } }, async (_request, reply) => reply.send(Buffer.alloc(large, 'a')));
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  }
  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.destroy();
    server.connections.closeAll();
    await server.close();
  });

  async function open(options?: Parameters<typeof openConnection>[1]): Promise<RawConnection> {
    const connection = await openConnection(url, options);
    connections.push(connection);
    return connection;
  }
  const openMany = (many: number, options?: Parameters<typeof openConnection>[1]): Promise<RawConnection[]> =>
    Promise.all(Array.from({ length: many }, () => open(options)));

  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const head = (type: string, more = 'Content-Length: 1000'): string =>
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;
  const json = 'application/json';
  const form = 'multipart/form-data; boundary=b';

  async function metric(name: string): Promise<number> {
    const { body } = await server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const line = body.split('\n').find((text) => text.startsWith(`${name} `));
    if (line === undefined) throw new Error(`There is no ${name}`);
    return Number(line.split(' ')[1]);
  }
  const untilWorking = async (many: number): Promise<void> => {
    await expect.poll(() => metric('mbari_connections{state="working"}'), patient).toBe(many);
  };

  async function refusalOn(connection: RawConnection) {
    const { text, error } = await connection.closed;
    expect(error).toBeNull();
    const { status, headers, body } = readAnswer(text);
    const { code, request_id } = JSON.parse(body) as { code: string; request_id: string };
    expect(request_id).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('connection')).toBe('close');
    return { status, code, retryAfter: headers.get('retry-after') };
  }
  const tooManyOfYours = { status: 429, code: 'too_many_requests', retryAfter: '5' };
  const full = { status: 503, code: 'overloaded', retryAfter: '5' };
  const tooSlow = { status: 408, code: 'too_slow', retryAfter: null };

  test('silent connections beyond an address’s limit are refused, and the others stay', async () => {
    await serve({ anAddress: 5, inAll: 40 });
    const silent = await openMany(30);
    const closed = (): RawConnection[] => silent.filter(({ socket }) => socket.destroyed);
    await expect.poll(() => closed().length, patient).toBe(25);
    for (const connection of closed()) expect(await refusalOn(connection)).toEqual(tooManyOfYours);
    // Up to half of all slots are granted, because input may still be unread. Silent connections are closed a moment later.
    const [refused, madeRoom] = ['refused_total{reason="address"}', 'closed_total{reason="made_room"}'].map(
      (name) => `mbari_connections_${name}`,
    );
    expect((await metric(refused!)) + (await metric(madeRoom!))).toBe(25);
    expect(await metric(refused!)).toBeGreaterThan(0);
    expect(await metric('mbari_connections{state="silent"}')).toBe(5);
    expect(await metric('mbari_connections_busiest_address')).toBe(5);
    expect(await metric('mbari_connections_limit{of="address"}')).toBe(5);
  });

  test('an unnamed local proxy may have as many active requests as there are slots', async () => {
    await serve({ anAddress: 5, inAll: 40 });
    const busy = await openMany(25);
    for (const connection of busy) connection.send(head(json));
    await untilWorking(25);
    const another = await open();
    another.send(get('/healthz'));
    await expect.poll(() => another.text(), patient).toMatch(/^HTTP\/1.1 200 /);
    expect(busy.filter(({ socket }) => socket.destroyed)).toEqual([]);
  });

  test('a trusted proxy may use all slots, even with silent connections', async () => {
    await serve({ anAddress: 5, inAll: 40 }, { config: { ...app.context.config, trustProxy: ['127.0.0.1'] } });
    await openMany(30);
    const another = await open();
    another.send(get('/healthz'));
    await expect.poll(() => another.text(), patient).toMatch(/^HTTP\/1.1 200 /);
    expect(await metric('mbari_connections{state="silent"}')).toBe(30);
  });

  test('a new connection gets 503 if active requests use all slots', async () => {
    await serve({ inAll: 10 });
    const busy = await openMany(10);
    for (const connection of busy) connection.send(head(json));
    await untilWorking(10);
    const lateConnection = await open();
    lateConnection.send(get('/healthz'));
    expect(await refusalOn(lateConnection)).toEqual(full);
    expect(await metric('mbari_connections_refused_total{reason="total"}')).toBe(1);
    expect(await metric('mbari_connections_limit{of="total"}')).toBe(10);
  });

  const onLinux = { skip: process.platform !== 'linux' };

  test('silent and idle connections make room when all slots are used', onLinux, async () => {
    await serve({ inAll: 10, anAddress: 5 });
    const resting = await openMany(5, { from: '127.0.0.2' });
    for (const connection of resting) connection.send(get('/healthz'));
    const silent = await openMany(5, { from: '127.0.0.3' });
    await expect.poll(() => metric('mbari_connections{state="idle"}'), patient).toBe(5);
    await expect.poll(() => metric('mbari_connections{state="silent"}'), patient).toBe(5);
    let lateCount = 0;
    const statuses = new Set<number>();
    await expect
      .poll(async () => {
        const connection = await open({ from: `127.0.1.${(lateCount += 1)}` });
        connection.send(get('/healthz'));
        await expect.poll(() => connection.text(), patient).toMatch(/^HTTP/);
        statuses.add(readAnswer(connection.text()).status);
        return [...silent, ...resting].every(({ socket }) => socket.destroyed);
      }, patient)
      .toBe(true);
    // Clients got 503 if they connected while no other client counted as quiet.
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    for (const connection of silent) expect(await refusalOn(connection)).toEqual(full);
    for (const connection of resting) expect((await connection.closed).text).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a client that sends nothing is closed silently, and one with an incomplete head gets a response', async () => {
    await serve({ headersWithinMs: 200 });
    const silent = await open();
    const half = await open();
    half.send('GET /healthz HTTP/1.1\r\nHost: loc');
    expect(await silent.closed).toEqual({ text: '', error: null });
    expect(await refusalOn(half)).toEqual(tooSlow);
    expect(await metric('mbari_connections_closed_total{reason="slow_headers"}')).toBe(2);
  });

  test('a missing body is refused after a timeout', async () => {
    await serve({ bodyWithinMs: 150 });
    const slow = await open();
    slow.send(head(json));
    slow.send('{"email":');
    const drip = setInterval(() => slow.send(' '), 20);
    expect(await refusalOn(slow)).toEqual(tooSlow);
    clearInterval(drip);
    expect(await metric('mbari_connections_closed_total{reason="slow_body"}')).toBe(1);
  });

  const startForm = async (connection: RawConnection, length: number): Promise<void> => {
    const { token } = await addTestMember(app);
    connection.send(
      `POST /api/v1/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${form}\r\nContent-Length: ${length}\r\n\r\n`,
    );
  };

  test('a form that stalls is refused after a timeout', async () => {
    await serve({ leastBytes: 4_096, withinMs: 300, bodyWithinMs: 50 });
    const slow = await open();
    await startForm(slow, 100_000);
    slow.send('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n');
    const drip = setInterval(() => slow.send('a'), 20);
    expect(await refusalOn(slow)).toEqual(tooSlow);
    clearInterval(drip);
    expect(await metric('mbari_connections_closed_total{reason="slow_upload"}')).toBe(1);
  });

  test('a refused form is read for a shorter time than an accepted one', async () => {
    await serve({ leastBytes: 1, withinMs: 20_000, bodyWithinMs: 200 });
    const refusedConnection = await open();
    refusedConnection.send(`POST /api/v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form}\r\nContent-Length: 100000\r\n\r\n`);
    const drip = setInterval(() => refusedConnection.send('a'), 20);
    const { text } = await refusedConnection.closed;
    clearInterval(drip);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(await metric('mbari_connections_closed_total{reason="slow_body"}')).toBe(1);
    expect(await metric('mbari_connections{state="working"}')).toBe(0);
  });

  test('a slow but steady form is accepted, however long it takes', async () => {
    await serve({ leastBytes: 2_048, withinMs: 300, bodyWithinMs: 50 });
    const connection = await open();
    const parts = Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${'a'.repeat(8_000)}\r\n` +
        `--b\r\nContent-Disposition: form-data; name="images[0]"; filename="a.jpg"\r\n\r\n${'b'.repeat(60_000)}\r\n--b--\r\n`,
    );
    await startForm(connection, parts.length);
    let sentBytes = 0;
    await new Promise<void>((resolve) => {
      const steady = setInterval(() => {
        connection.send(parts.subarray(sentBytes, (sentBytes += 2_048)));
        if (sentBytes < parts.length) return;
        clearInterval(steady);
        resolve();
      }, 20);
    });
    await expect.poll(() => connection.text(), patient).toMatch(/^HTTP\/1.1 422 /);
  });

  test('a client that does not read its response is disconnected', async () => {
    await serve({ leastBytes: 4_096, withinMs: 300 });
    const connection = await open({ stalls: true });
    connection.send(get('/large'));
    await expect.poll(() => metric('mbari_connections_closed_total{reason="slow_reader"}'), patient).toBe(1);
    expect(await metric('mbari_connections{state="working"}')).toBe(0);
  });

  test('a slow but steady reader gets the whole response', async () => {
    await serve({ leastBytes: 4_096, withinMs: 300 });
    const connection = await open({ stalls: true });
    connection.send(get('/large'));
    let bytes = 0;
    await new Promise<void>((resolve) => {
      connection.socket.on('data', (chunk: Buffer) => {
        const before = bytes;
        bytes += chunk.length;
        if (bytes >= large) resolve();
        if (Math.floor(before / megabyte) === Math.floor(bytes / megabyte)) return;
        connection.socket.pause();
        setTimeout(() => connection.socket.resume(), 15);
      });
      void connection.closed.then(() => resolve());
    });
    expect(bytes).toBeGreaterThanOrEqual(large);
    expect(await metric('mbari_connections_closed_total{reason="slow_reader"}')).toBe(0);
  });

  /** A non-loopback address of this machine, which simulates a client from the network. */
  const outer = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.filter((address) => address.family === 'IPv4' && !address.internal) ?? [],
  )[0];

  test.each([['a trusted proxy’s', ['127.0.0.9'], '127.0.0.9']])(
    'an idle connection is closed after a while, and %s is kept longer',
    { skip: onLinux.skip || !outer },
    async (_who, trustProxy, from) => {
      await serve({ idleMs: 100 }, { config: { ...app.context.config, trustProxy } });
      const [guest, proxy] = [await open({ from: outer!.address }), await open({ from })];
      for (const connection of [proxy, guest]) connection.send(get('/healthz'));
      expect((await guest.closed).text).toMatch(/^HTTP\/1.1 200 /);
      proxy.send(get('/healthz'));
      await expect.poll(() => proxy.text().match(/HTTP\/1.1 200 /g), patient).toHaveLength(2);
    },
  );

  const logged: Record<string, unknown>[] = [];
  const log = openLog('info', new Writable({ write: (line, _encoding, done) => (logged.push(JSON.parse(String(line))), done()) }));

  test('invalid data after pipelined requests is not counted as a failure and causes no second response', async () => {
    logged.length = 0;
    await serve({}, { log });
    const connection = await open();
    connection.send(`${get('/large')}${get('/healthz')}NONSENSE\r\n\r\n`);
    const { text } = await connection.closed;
    expect(text.match(/HTTP\/1\.1 /g) ?? []).toHaveLength(text === '' ? 0 : 1);
    expect(await metric('mbari_requests_failed_total{reason="internal"}')).toBe(0);
    expect(logged.filter(({ level }) => (level as number) > 30)).toEqual([]);
  });

  test.each([
    ['an invalid chunk', 'Transfer-Encoding: chunked', 'zz\r\n', (connection: RawConnection) => refusalOn(connection)],
    ['an incomplete body', 'Content-Length: 1000', '{"email":', (connection: RawConnection) => void connection.socket.destroy()],
  ])('%s is not counted as a failure', async (_what, more, body, end) => {
    logged.length = 0;
    await serve({}, { log });
    const connection = await open();
    connection.send(head(json, more));
    await untilWorking(1);
    connection.send(body);
    const answer = await end(connection);
    if (answer) expect(answer).toEqual({ status: 400, code: 'malformed', retryAfter: null });
    await expect.poll(() => metric('mbari_requests_failed_total{reason="aborted"}'), patient).toBe(1);
    expect(await metric('mbari_requests_failed_total{reason="internal"}')).toBe(0);
    expect(logged.filter(({ level }) => (level as number) > 30)).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain('"stack"');
  });
});

describe('connection slots', () => {
  let closed: Connection[];
  let slots: Slots;
  beforeEach(() => {
    closed = [];
    slots = openSlots({ inAll: 12, anAddress: 4 }, ['10.0.0.0/8'], (connection) => {
      closed.push(connection);
      slots.leave(connection.socket);
    });
  });

  const take = (ip: string, many = 1) => Array.from({ length: many }, () => slots.take(new Socket(), ip));
  const isSlot = (slot: unknown): slot is Connection => typeof slot === 'object';

  test('a remote address cannot exceed its slots, and other addresses keep theirs', () => {
    expect(take('203.0.113.7', 6).map((slot) => (isSlot(slot) ? 'taken' : slot))).toEqual([
      ...Array<string>(4).fill('taken'),
      'address',
      'address',
    ]);
    expect(take('203.0.113.8').every(isSlot)).toBe(true);
    expect(closed).toEqual([]);
  });

  test('a closed connection frees its slot', () => {
    const [first] = take('203.0.113.7', 4).filter(isSlot);
    slots.leave(first!.socket);
    slots.leave(first!.socket);
    expect(take('203.0.113.7', 2).map(isSlot)).toEqual([true, false]);
    expect([slots.all.size, slots.byAddress.get('203.0.113.7')?.size]).toEqual([4, 4]);
  });

  test('a new connection takes the slot of the address’s longest quiet one', () => {
    const [younger, older, other] = take('203.0.113.7', 4).filter(isSlot);
    take('203.0.113.8', 1).filter(isSlot)[0]!.quietChecks = 90;
    [younger!.quietChecks, older!.quietChecks, other!.quietChecks] = [3, 40, 1];
    expect(take('203.0.113.7', 3).map(isSlot)).toEqual([true, true, false]);
    expect(closed).toEqual([older, younger]);
  });

  test('an IPv6 /64 counts as one address, and so do two spellings of an address', () => {
    expect(['2001:db8:1:2::1', '2001:db8:1:2:a::', '2001:db8:1:2:ffff::9', '2001:db8:1:2::3'].flatMap((ip) => take(ip)).every(isSlot)).toBe(
      true,
    );
    expect(take('2001:db8:1:2:3:4:5:6')).toEqual(['address']);
    expect(take('2001:db8:1:3::1').every(isSlot)).toBe(true);
    expect(take('198.51.100.4', 4).every(isSlot)).toBe(true);
    expect(take('::ffff:198.51.100.4')).toEqual(['address']);
  });

  test('a trusted proxy may use all slots, but no more', () => {
    const results = take('10.1.2.3', 13);
    expect([results.filter(isSlot).length, results.at(-1)]).toEqual([12, 'total']);
  });

  test.each([
    [['loopback'], '127.0.0.9', true],
    [['loopback'], '::1', true],
    [['loopback'], '::ffff:127.0.0.1', true],
    [['loopback'], '10.0.0.1', false],
    [['uniquelocal'], '172.31.255.1', true],
    [['uniquelocal'], 'fd00::1', true],
    [['linklocal'], 'fe80::1', true],
    [['203.0.113.0/24', '2001:db8::/32'], '2001:db8:9::1', true],
    [['203.0.113.0/24'], '203.0.114.1', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [[], '127.0.0.1', false],
  ])('proxies %j match %s: %s', (proxies, ip, is) => {
    expect(proxyCheck(proxies)(ip)).toBe(is);
  });

  test('a loopback address is recognised in every spelling', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '203.0.113.7', '::12'].map(isLoopbackAddress)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
