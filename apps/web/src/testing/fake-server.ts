import type { AnswerOf, Endpoint, RefusalBody } from '@mbari/contract/platform/endpoint';
import { vi } from 'vitest';

interface Reply {
  status: number;
  body: unknown;
}

interface Refused extends Omit<Partial<RefusalBody>, 'code'> {
  status: number;
  code?: string;
}

/** Fakes the server at the network level: tests define the responses beforehand, and requests are recorded. */
export function fakeServer() {
  const replies = new Map<string, () => Promise<Reply>>();
  const sent: { call: string; body: unknown }[] = [];

  const fetch = async (url: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const path = new URL(url, location.href).pathname.replace('/api/v1', '');
    const found = [...replies].find(([call]) => matches(call, method, path));
    if (found === undefined) throw new TypeError(`Nobody answers ${method} ${path}`);
    const [call, reply] = found;
    sent.push({ call, body: read(body) });
    const answer = await reply();
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  };
  vi.stubGlobal('fetch', fetch);

  return {
    answer<E extends Endpoint>(endpoint: E, body: AnswerOf<E>): void {
      replies.set(nameOf(endpoint), () => Promise.resolve({ status: 200, body }));
    },
    refuse(endpoint: Endpoint, { status, ...body }: Refused): void {
      replies.set(nameOf(endpoint), () => Promise.resolve({ status, body }));
    },
    /** Delays the response until the returned function is called. */
    keepWaiting<E extends Endpoint>(endpoint: E): (body: AnswerOf<E>) => void {
      let give: (reply: Reply) => void = () => undefined;
      const reply = new Promise<Reply>((resolve) => (give = resolve));
      replies.set(nameOf(endpoint), () => reply);
      return (body) => give({ status: 200, body });
    },
    /** Returns the bodies of all requests to this endpoint, oldest first. */
    bodiesOf: (endpoint: Endpoint): unknown[] => sent.filter(({ call }) => call === nameOf(endpoint)).map(({ body }) => body),
  };
}

function read(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : null;
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function matches(call: string, method: string, path: string): boolean {
  const [callMethod, callPath = ''] = call.split(' ');
  return method === callMethod && new RegExp(`^${callPath.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
