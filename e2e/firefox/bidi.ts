/** A WebDriver BiDi message (https://w3c.github.io/webdriver-bidi): the answer to a command, or an event. */
type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: string; params: unknown };

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export interface Bidi {
  send<Result>(method: string, params?: object): Promise<Result>;
}

/** Connects by BiDi directly, because Playwright always sends a command that Firefox ESR refuses. */
export async function connectBidi(url: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`No WebDriver BiDi at ${url}`)), { once: true });
  });
  const pending = new Map<number, Pending>();
  let sent = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') return onEvent(message.method, message.params);
    const command = pending.get(message.id ?? 0);
    pending.delete(message.id ?? 0);
    if (message.type === 'success') command?.resolve(message.result);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection.'));
    pending.clear();
  });

  return {
    send: <Result>(method: string, params: object = {}) =>
      new Promise<Result>((resolve, reject) => {
        sent += 1;
        pending.set(sent, { resolve: (result) => resolve(result as Result), reject });
        socket.send(JSON.stringify({ id: sent, method, params }));
      }),
  };
}
