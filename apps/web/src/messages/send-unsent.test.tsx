import { sendMessage } from '@mbari/contract/messages/messages';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { messageAt } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { discardUnsent, queueMessage, sendAllUnsent, trySendingAgain } from './send-unsent.ts';
import { unsentIn } from './unsent-messages.ts';

// The module keeps state of conversations, which other tests leave waiting.
const id = 'queued-conversation';
const text = (body: string) => queueMessage(id, { body, replyTo: null, warning: null, photos: [] });
const unsent = () => unsentIn(id).map(({ body, failure }) => [body, failure]);

let sent: { body: string; key: string | null }[];
let respond: (body: string) => Response | Promise<Response>;
const stored = () => Response.json({ data: messageAt(4, { is_own: true }), message: '' }, { status: 201 });
const refused = () => Response.json({ message: 'No more for now.', code: 'forbidden' }, { status: 403 });
const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  sent = [];
  respond = stored;
  signIn('a-token', aMember());
  vi.stubGlobal('fetch', (url: string, { headers, body }: { headers: Headers; body: string }) => {
    if (!url.endsWith(sendMessage.path.replace('{id}', id))) return unreachable();
    const message = JSON.parse(body) as { body: string };
    sent.push({ body: message.body, key: headers.get('idempotency-key') });
    return Promise.resolve(respond(message.body));
  });
});

const online = () => dispatchEvent(new Event('online'));

test('messages are sent one after the other, in order', async () => {
  let answer = (_response: Response): void => undefined;
  respond = () => new Promise((resolve) => (answer = resolve));
  await text('One');
  await text('Two');
  await expect.poll(() => sent.length).toBe(1);
  respond = stored;
  answer(stored());
  await expect.poll(unsent).toEqual([]);
  expect(sent.map(({ body }) => body)).toEqual(['One', 'Two']);
});

test('after a lost connection the queue continues in order, and a repeated message keeps its key', async () => {
  respond = unreachable;
  await text('One');
  await text('Two');
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(unsent()).toEqual([
    ['One', null],
    ['Two', null],
  ]);
  respond = stored;
  online();
  await expect.poll(unsent).toEqual([]);
  expect(new Set(sent.map(({ body, key }) => `${body} ${key}`)).size).toBe(2);
  expect(sent.map(({ body }) => body).lastIndexOf('One')).toBeLessThan(sent.map(({ body }) => body).indexOf('Two'));
});

test('a queue of an earlier page is sent', async () => {
  respond = unreachable;
  await text('Before the reload');
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const stays = { ...localStorage };
  localStorage.clear();
  expect(unsent()).toEqual([]);
  for (const [name, value] of Object.entries(stays)) localStorage.setItem(name, value as string);
  respond = stored;
  sendAllUnsent();
  await expect.poll(unsent).toEqual([]);
});

test('a refused message does not hold up the others, and can be sent again or deleted', async () => {
  respond = (body) => (body === 'Refused' ? refused() : stored());
  await text('Refused');
  await text('Taken');
  await expect.poll(unsent).toEqual([['Refused', 'No more for now.']]);
  expect(sent.map(({ body }) => body)).toEqual(['Refused', 'Taken']);
  await trySendingAgain(id, unsentIn(id)[0]!);
  await expect.poll(() => sent.length).toBe(3);
  await expect.poll(unsent).toEqual([['Refused', 'No more for now.']]);
  discardUnsent(id, unsentIn(id)[0]!);
  expect(unsent()).toEqual([]);
});
