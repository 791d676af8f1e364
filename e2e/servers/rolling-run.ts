import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { photoFile } from '../../apps/server/src/testing/image-files.ts';
import { type fill, follow } from '../outage-run.ts';

type Filled = Awaited<ReturnType<typeof fill>>;

/** Number of responses by status (`2xx`, `none` …), prefixed by the part that was down, as in `node: 2xx`. */
type Answers = Record<string, number>;

export const sum = (answers: Answers): number => Object.values(answers).reduce((all, one) => all + one, 0);

export interface RollingFigures {
  /** Responses of the balancer by status. */
  answers: Answers;
  likes: Answers;
  uploads: Answers;
  /** Notifications that did not reach their readers. */
  missed: number;
}

export interface Used {
  figures: RollingFigures;
  /** Number of likes with 2xx, including retries. */
  liked: number;
  /** Posts with 2xx, including retries, by idempotency key. */
  posted: Map<string, PostedPhoto>;
}

export interface PostedPhoto {
  id: string;
  imageId: string;
}

interface Usage {
  perSecond: number;
  /** Paths to read in turn. */
  reads?: readonly string[];
  /** Returns the part that is down, or ''. */
  away?: () => string;
}

/** Duration of an upload in milliseconds, longer than a stopping node waits for an unanswered request. */
const uploadMs = 6_000;

/**
 * Sends requests to a balancer at a fixed rate while `work` runs and readers hold streams open. Afterwards retries posts without a 2xx
 * response, as the composer does.
 */
export async function askWhile(url: string, { makers, likers, photos }: Filled, usage: Usage, work: () => Promise<void>): Promise<Used> {
  const { perSecond, reads = everyday, away = () => '' } = usage;
  const readers = await Promise.all(makers.map((maker) => follow(url, maker)));
  const pairs = likers.flatMap((liker) => photos.map((photo) => ({ photo, liker })));
  const figures: RollingFigures = { answers: {}, likes: {}, uploads: {}, missed: 0 };
  const [liked, posted, again] = [new Map<string, number>(), new Map<string, PostedPhoto>(), [] as (() => Promise<boolean>)[]];
  const count = async (into: Answers, asked: Promise<string>): Promise<boolean> => {
    const before = away();
    const came = await asked;
    const what = before || away();
    const key = what === '' ? came : `${what}: ${came}`;
    into[key] = (into[key] ?? 0) + 1;
    return came === '2xx';
  };
  const like = async ({ photo, liker }: (typeof pairs)[number]): Promise<void> => {
    const send = (): Promise<string> => ask(url, `/api/v1/photos/${photo.id}/like`, liker.token, 'POST');
    if (!(await count(figures.likes, send()))) again.push(async () => (await send()) === '2xx');
    liked.set(photo.maker.id, (liked.get(photo.maker.id) ?? 0) + 1);
  };
  const upload = async (token: string): Promise<void> => {
    const key = randomUUID();
    const send = (ms: number): Promise<string> => uploadWithin(ms, url, { token, key }, (photo) => posted.set(key, photo));
    if (!(await count(figures.uploads, send(uploadMs)))) again.push(async () => (await send(0)) === '2xx');
  };
  const over = new AbortController();
  const under: Promise<unknown>[] = [];
  const load = async (): Promise<void> => {
    const began = performance.now();
    for (let n = 0; !over.signal.aborted; n += 1) {
      await wait(Math.max(0, (n * 1_000) / perSecond - (performance.now() - began)));
      const pair = n % 5 === 0 ? pairs.shift() : undefined;
      if (pair) under.push(like(pair));
      else under.push(count(figures.answers, ask(url, reads[n % reads.length]!, makers[n % makers.length]!.token)));
    }
  };
  const send = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      under.push(upload(makers[n % makers.length]!.token));
      await wait(uploadMs / 3);
    }
  };
  const ending = work().finally(() => over.abort());
  await Promise.all([ending, load(), send()]);
  await Promise.all(under);
  for (const send of again) await expect.poll(send, { timeout: 30_000, intervals: [250] }).toBe(true);
  figures.missed = await countMissed(
    readers,
    makers.map(({ id }) => liked.get(id) ?? 0),
  );
  for (const reader of readers) reader.close();
  return { figures, liked: [...liked.values()].reduce((all, one) => all + one, 0), posted };
}

const everyday = ['/api/v1/photos', '/api/v1/me', '/', '/api/v1/forum/notifications?limit=1', '/api/v1/categories'];

async function countMissed(readers: Awaited<ReturnType<typeof follow>>[], expected: number[]): Promise<number> {
  const unreadCounts = () => readers.map(({ seen }) => seen.unread);
  await expect
    .poll(unreadCounts, { timeout: 20_000, intervals: [100] })
    .toEqual(expected)
    .catch(() => undefined);
  return unreadCounts().reduce((sum, unread, index) => sum + Math.abs(expected[index]! - unread), 0);
}

async function ask(url: string, at: string, token: string, method = 'GET'): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${at}`, { method, headers, signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    return outcomeOf(answer.status, answer.headers.get('retry-after'));
  } catch {
    return 'none';
  }
}

function outcomeOf(status: number, retryAfter: string | null | undefined): string {
  if (status >= 200 && status < 300) return '2xx';
  return status === 503 && !retryAfter ? '503 without Retry-After' : String(status);
}

/** Posts a photo over a slow connection, as a phone does. */
export async function uploadWithin(
  ms: number,
  url: string,
  { token, key }: { token: string; key: string },
  onPosted: (photo: PostedPhoto) => void,
): Promise<string> {
  const part = (name: string): string => `--photo\r\nContent-Disposition: form-data; name="${name}"`;
  const file = await photoFile(900, 600);
  const body = Buffer.concat([
    Buffer.from(`${part('title')}\r\n\r\nOn the way\r\n${part('images[0]')}; filename="a.jpg"\r\n\r\n`),
    file,
    Buffer.from('\r\n--photo--\r\n'),
  ]);
  const headers = {
    'authorization': `Bearer ${token}`,
    'idempotency-key': key,
    'content-type': 'multipart/form-data; boundary=photo',
    'content-length': body.length,
  };
  const upload = request(`${url}/api/v1/photos`, { method: 'POST', agent: false, headers });
  const answered = new Promise<string>((resolve) => {
    upload.once('response', (answer) => void readPosted(answer, onPosted).then(resolve, () => resolve('none')));
    upload.once('error', () => resolve('none'));
  });
  upload.on('error', () => undefined);
  void sendWithin(ms, upload, body);
  return answered;
}

async function readPosted(answer: IncomingMessage, onPosted: (photo: PostedPhoto) => void): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  const outcome = outcomeOf(answer.statusCode!, answer.headers['retry-after']);
  if (outcome !== '2xx') return outcome;
  const { data } = JSON.parse(text) as { data: { id: string; images: { id: string }[] } };
  onPosted({ id: data.id, imageId: data.images[0]!.id });
  return outcome;
}

async function sendWithin(ms: number, upload: ReturnType<typeof request>, body: Buffer): Promise<void> {
  const pieces = 12;
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += size) {
    upload.write(body.subarray(at, at + size));
    await wait(ms / pieces);
  }
  upload.end();
}
