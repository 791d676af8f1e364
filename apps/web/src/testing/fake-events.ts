import type { EventData } from '@mbari/contract/platform/events';
import { vi } from 'vitest';

interface FakeStream {
  /** Watched subjects, as named in the request. */
  watched: string[];
  lastId: string | null;
  token: string | null;
  isOpen: boolean;
  send: (event: string, data?: EventData, id?: string) => void;
  end: () => void;
}

/** Fakes the server's event stream. Other requests go to the fake server that is already installed. */
export function fakeEvents() {
  const streams: FakeStream[] = [];
  const otherwise = globalThis.fetch;
  let refusal: (() => Response) | null = null;

  vi.stubGlobal('fetch', (url: string, init: RequestInit & { headers: Headers }) => {
    const { pathname, searchParams } = new URL(url, location.href);
    if (pathname !== '/api/v1/events') return otherwise(url, init);
    if (refusal !== null) return Promise.resolve(refusal());
    const { stream, response } = openStream(searchParams.get('watch')?.split(',') ?? [], init);
    streams.push(stream);
    return Promise.resolve(response);
  });

  return {
    streams,
    open: (): FakeStream[] => streams.filter(({ isOpen }) => isOpen),
    refuse: (answer: (() => Response) | null): void => void (refusal = answer),
  };
}

function openStream(watched: string[], { headers, signal }: RequestInit & { headers: Headers }) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const stream: FakeStream = {
    watched,
    lastId: headers.get('last-event-id'),
    token: headers.get('authorization'),
    isOpen: true,
    send: (event, data, id) => {
      const position = id === undefined ? '' : `id: ${id}\n`;
      controller?.enqueue(encoder.encode(`${position}event: ${event}\ndata: ${JSON.stringify(data ?? {})}\n\n`));
    },
    end: () => {
      stream.isOpen = false;
      controller?.close();
    },
  };
  signal?.addEventListener('abort', () => {
    if (stream.isOpen) controller?.error(signal.reason);
    stream.isOpen = false;
  });
  return { stream, response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) };
}
