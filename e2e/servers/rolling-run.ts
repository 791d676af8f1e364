import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { photoFile } from '../../apps/server/src/testing/pictures.ts';
import { type fill, follow } from '../outage-run.ts';

type Filled = Awaited<ReturnType<typeof fill>>;

export interface RollingFigures {
  /** What was asked of the balancer, by what came of it: `2xx`, another status, or `none` where there was no answer. */
  answers: Record<string, number>;
  uploads: Record<string, number>;
  /** Notifications that their readers were not told of. */
  missed: number;
}

/** Milliseconds that an upload takes: longer than a node that stops waits for a request without an answer. */
const uploadMs = 6_000;

/** Asks a balancer for this and that, so many times a second, while `restartAll` runs; readers have their streams open all the while. */
export async function askWhile(
  url: string,
  { makers, likers, photos }: Filled,
  perSecond: number,
  restartAll: () => Promise<void>,
): Promise<RollingFigures> {
  const readers = await Promise.all(makers.map((maker) => follow(url, maker)));
  const pairs = likers.flatMap((liker) => photos.map((photo) => ({ photo, liker })));
  const [answers, uploads, liked] = [{} as Record<string, number>, {} as Record<string, number>, new Map<string, number>()];
  const over = new AbortController();
  const under: Promise<void>[] = [];
  const load = async (): Promise<void> => {
    const began = performance.now();
    for (let n = 0; !over.signal.aborted; n += 1) {
      await wait(Math.max(0, (n * 1_000) / perSecond - (performance.now() - began)));
      const pair = n % 5 === 0 ? pairs.shift() : undefined;
      if (pair) under.push(likeOne(url, pair, answers, liked));
      else under.push(countInto(answers, ask(url, reads[n % reads.length]!, makers[n % makers.length]!.token)));
    }
  };
  const send = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      under.push(countInto(uploads, uploadSlowly(url, makers[n % makers.length]!.token)));
      await wait(uploadMs / 3);
    }
  };
  const ending = restartAll().finally(() => over.abort());
  await Promise.all([ending, load(), send()]);
  await Promise.all(under);
  const expected = makers.map(({ id }) => liked.get(id) ?? 0);
  const unreadCounts = () => readers.map(({ seen }) => seen.unread);
  await expect
    .poll(unreadCounts, { timeout: 20_000, intervals: [100] })
    .toEqual(expected)
    .catch(() => undefined);
  const missed = unreadCounts().reduce((sum, unread, index) => sum + Math.abs(expected[index]! - unread), 0);
  for (const reader of readers) reader.close();
  return { answers, uploads, missed };
}

const reads = ['/api/v1/photos', '/api/v1/me', '/', '/api/v1/forum/notifications?limit=1', '/api/v1/categories'];

async function countInto(figures: Record<string, number>, outcome: Promise<string>): Promise<void> {
  const came = await outcome;
  figures[came] = (figures[came] ?? 0) + 1;
}

async function likeOne(
  url: string,
  { photo, liker }: { photo: Filled['photos'][number]; liker: Filled['likers'][number] },
  answers: Record<string, number>,
  liked: Map<string, number>,
): Promise<void> {
  const came = await ask(url, `/api/v1/photos/${photo.id}/like`, liker.token, 'POST');
  answers[came] = (answers[came] ?? 0) + 1;
  if (came === '2xx') liked.set(photo.maker.id, (liked.get(photo.maker.id) ?? 0) + 1);
}

async function ask(url: string, at: string, token: string, method = 'GET'): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${at}`, { method, headers, signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    return answer.ok ? '2xx' : String(answer.status);
  } catch {
    return 'none';
  }
}

/** A post by a phone on a slow line. */
async function uploadSlowly(url: string, token: string): Promise<string> {
  const part = (name: string): string => `--photo\r\nContent-Disposition: form-data; name="${name}"`;
  const file = await photoFile(900, 600);
  const body = Buffer.concat([
    Buffer.from(`${part('title')}\r\n\r\nOn the way\r\n${part('images[0]')}; filename="a.jpg"\r\n\r\n`),
    file,
    Buffer.from('\r\n--photo--\r\n'),
  ]);
  return new Promise((resolve) => {
    const headers = {
      'authorization': `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=photo',
      'content-length': body.length,
    };
    const upload = request(`${url}/api/v1/photos`, { method: 'POST', agent: false, headers });
    upload.once('response', (answer) => resolve(answer.resume().statusCode === 201 ? '2xx' : String(answer.statusCode)));
    upload.once('error', () => resolve('none'));
    void sendSlowly(upload, body);
  });
}

async function sendSlowly(upload: ReturnType<typeof request>, body: Buffer): Promise<void> {
  const pieces = 12;
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += size) {
    upload.write(body.subarray(at, at + size));
    await wait(uploadMs / pieces);
  }
  upload.end();
}
