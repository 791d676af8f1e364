import { type Message, sendMessage, uploadMessageImage } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { changeUnsent, conversationsWithUnsent, findFile, removeFiles, storeFile, type Unsent, unsentIn } from './unsent-messages.ts';

/** Photo that the member chose, ready to upload. */
export interface ReadyPhoto {
  file: File;
  alt: string;
  width: number;
  height: number;
}

type Written = Pick<Unsent, 'body' | 'replyTo' | 'warning'> & { photos: readonly ReadyPhoto[] };

/** Adds a message to the queue of its conversation, and sends the queue. */
export async function queueMessage(conversationId: string, { photos, ...written }: Written): Promise<void> {
  const images = photos.map(({ file: _file, ...photo }) => ({ ...photo, key: randomId(), id: null }));
  await Promise.all(photos.map(({ file }, index) => storeFile(images[index]!.key, file)));
  const message: Unsent = { ...written, images, key: randomId(), at: new Date().toISOString(), failure: null };
  changeUnsent(conversationId, (messages) => [...messages, message]);
  sendUnsent(conversationId);
}

/** Sends a refused message again, after the others that wait. Photos are uploaded again, because the server may have deleted them. */
export async function trySendingAgain(conversationId: string, { key, images }: Unsent): Promise<void> {
  const renewed = await Promise.all(
    images.map(async (image) => {
      const file = await findFile(image.key);
      const next = { ...image, key: randomId(), id: null };
      if (file !== undefined) await storeFile(next.key, file);
      return next;
    }),
  );
  await removeFiles(images.map((image) => image.key));
  changeUnsent(conversationId, (messages) => {
    const message = messages.find((one) => one.key === key);
    return message === undefined ? messages : [...without(messages, key), { ...message, images: renewed, failure: null }];
  });
  sendUnsent(conversationId);
}

export function discardUnsent(conversationId: string, { key, images }: Unsent): void {
  changeUnsent(conversationId, (messages) => without(messages, key));
  void removeFiles(images.map((image) => image.key));
}

const without = (messages: readonly Unsent[], key: string): Unsent[] => messages.filter((one) => one.key !== key);

const sentListeners = new Set<(message: Message) => void>();

export function onSent(listener: (message: Message) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Conversations whose queue is being sent, and those of them that are to be looked at again afterwards. */
const sending = new Set<string>();
const wanted = new Set<string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const failures = new Map<string, number>();

export function sendAllUnsent(): void {
  for (const id of conversationsWithUnsent()) sendUnsent(id);
}

/** Sends the waiting messages of a conversation one after the other. A lost connection pauses the queue; a refusal skips the message. */
export function sendUnsent(conversationId: string): void {
  wanted.add(conversationId);
  if (sending.has(conversationId)) return;
  sending.add(conversationId);
  void sendWhileWanted(conversationId).finally(() => sending.delete(conversationId));
}

async function sendWhileWanted(conversationId: string): Promise<void> {
  while (wanted.delete(conversationId)) {
    clearTimeout(timers.get(conversationId));
    await inOneTab(`mbari_send ${conversationId}`, () => sendQueue(conversationId)).catch(() => undefined);
  }
}

const nextIn = (conversationId: string): Unsent | undefined => unsentIn(conversationId).find(({ failure }) => failure === null);

async function sendQueue(conversationId: string): Promise<void> {
  for (let next = nextIn(conversationId); next !== undefined; next = nextIn(conversationId)) {
    const { key, images } = next;
    try {
      const message = await send(conversationId, next);
      failures.delete(conversationId);
      for (const listener of sentListeners) listener(message);
      // The query cache notifies its observers in the next task. Removing the message before would let it vanish for a moment.
      await new Promise((resolve) => setTimeout(resolve));
      changeUnsent(conversationId, (messages) => without(messages, key));
      void removeFiles(images.map((image) => image.key));
    } catch (error) {
      if (isTemporary(error)) return sendLater(conversationId, error);
      const failure = error instanceof FileGone ? words.fileGone : errorMessage(error, words.sendFailed);
      changeUnsent(conversationId, (messages) => messages.map((one) => (one.key === key ? { ...one, failure } : one)));
    }
  }
}

/** Milliseconds after which a request counts as lost, and is repeated. */
const sendTimeout = 30_000;
const uploadTimeout = 3 * 60_000;

class FileGone extends Error {}

async function send(conversationId: string, { key, body, replyTo, images, warning }: Unsent): Promise<Message> {
  const ids: string[] = [];
  for (const image of images) ids.push(image.id ?? (await upload(conversationId, key, image)));
  const { data } = await call(sendMessage, {
    params: { id: conversationId },
    body: { body, image_ids: ids, ...(replyTo && { reply_to: replyTo.id }), ...(warning !== null && { warning }) },
    headers: { 'idempotency-key': key },
    signal: AbortSignal.timeout(sendTimeout),
  });
  return data;
}

async function upload(conversationId: string, messageKey: string, image: Unsent['images'][number]): Promise<string> {
  const file = await findFile(image.key);
  if (file === undefined) throw new FileGone();
  const form = new FormData();
  form.set('alt', image.alt);
  form.set('image', file, file.name);
  const { data } = await call(uploadMessageImage, {
    form,
    headers: { 'idempotency-key': image.key },
    signal: AbortSignal.timeout(uploadTimeout),
  });
  changeUnsent(conversationId, (messages) =>
    messages.map((one) =>
      one.key === messageKey
        ? { ...one, images: one.images.map((other) => (other.key === image.key ? { ...other, id: data.id } : other)) }
        : one,
    ),
  );
  return data.id;
}

const isTemporary = (error: unknown): boolean =>
  error instanceof CallRefused ? error.status >= 500 || error.status === 429 || error.status === 401 : !(error instanceof FileGone);

const longestPause = 30_000;

function sendLater(conversationId: string, error: unknown): void {
  const count = failures.get(conversationId) ?? 0;
  failures.set(conversationId, count + 1);
  const retryAfter = error instanceof CallRefused ? (error.retryAfter ?? 0) * 1_000 : 0;
  const pause = Math.max(retryAfter, Math.min(longestPause, 1_000 * 2 ** count));
  timers.set(
    conversationId,
    setTimeout(() => sendUnsent(conversationId), pause),
  );
}

globalThis.addEventListener?.('online', () => sendAllUnsent());

/** Runs `work` while no other tab does. Without locks, as on plain http, tabs send the same keys, so the server stores each message once. */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined | null;
  await (locks ? locks.request(name, work) : work());
}
