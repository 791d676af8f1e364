import { parsed, seconds, type Transport } from '~/platform/lib/call.ts';
import { eventParser, type StreamEvent } from './parse-events.ts';

interface Listening {
  onOpen: () => void;
  onEvent: (event: StreamEvent) => void;
  onHeard: () => void;
}

export const eventTransport =
  ({ onOpen, onEvent, onHeard }: Listening): Transport =>
  async ({ url, method, headers, signal }) => {
    headers.set('accept', 'text/event-stream');
    const response = await fetch(url, { method, headers, signal, cache: 'no-store' });
    const { status, body } = response;
    if (!response.ok || body === null)
      return { status, body: parsed(await response.text()), retryAfter: seconds(response.headers.get('retry-after')) };
    onOpen();
    const take = eventParser(onEvent);
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onHeard();
      take(decoder.decode(read.value, { stream: true }));
    }
    return { status, body: null, retryAfter: null };
  };
