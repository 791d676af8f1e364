import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection that sends and reads arbitrary data at any speed. */
export interface RawConnection {
  socket: Socket;
  text(): string;
  send: (data: string | Buffer) => void;
  /** Resolves when the connection closes: with the data, and with the error if it closed abnormally. */
  closed: Promise<{ text: string; error: NodeJS.ErrnoException | null }>;
}

/** Reads all data, unless the connection `stalls`. */
export async function openConnection(
  url: string,
  { from, stalls = false }: { from?: string; stalls?: boolean } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(from !== undefined && { localAddress: from }) });
  let text = '';
  let error: NodeJS.ErrnoException | null = null;
  socket.on('error', (happened) => (error = happened));
  const closed = new Promise<Awaited<RawConnection['closed']>>((resolve) => socket.once('close', () => resolve({ text, error })));
  if (!stalls) socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await Promise.race([once(socket, 'connect'), closed]);
  return { socket, text: () => text, send: (data) => void socket.write(data), closed };
}

export function readAnswer(text: string): { status: number; headers: Headers; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  const body = text.slice(end + 4);
  if (Number(headers.get('content-length')) !== Buffer.byteLength(body, 'latin1')) throw new Error(`Not a whole answer: ${text}`);
  return { status: Number(first.split(' ')[1]), headers, body };
}
