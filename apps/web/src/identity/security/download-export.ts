import { exportAccount } from '@mbari/contract/identity/account';
import type { RefusalBody } from '@mbari/contract/platform/endpoint';
import * as sentences from '@mbari/words/sentences';
import { translateRefusalBody } from '~/platform/lib/call.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { storedToken } from '~/platform/lib/stored-session.ts';

interface Download {
  signal: AbortSignal;
  /** Bytes received; the total is unknown. */
  onBytes: (bytes: number) => void;
}

/**
 * Downloads the archive into a file the member chose, or into memory if the browser cannot write files. A plain link could not send the
 * bearer token. Throws the server's refusal, or an AbortError on cancellation.
 */
export async function downloadExport({ signal, onBytes }: Download): Promise<void> {
  // Browsers allow pickers only right after a click.
  const file = await chooseFile();
  try {
    const response = await fetchArchive(signal);
    const bytes = response.body!.pipeThrough(countBytes(onBytes));
    if (file) await bytes.pipeTo(await file.createWritable(), { signal });
    else saveBlob(await new Response(bytes).blob(), fileNameOf(response));
  } catch (error) {
    // Deletes the empty file.
    await file?.remove?.().catch(() => undefined);
    throw error;
  }
}

/** A refusal with the server's text. */
export class ExportRefused extends Error {}

async function fetchArchive(signal: AbortSignal): Promise<Response> {
  let response = await requestArchive(signal);
  if (response.status === 401) {
    // Renews the session if possible.
    await refreshUser();
    response = await requestArchive(signal);
  }
  if (response.ok && response.body !== null) return response;
  const { message } = await translateRefusalBody((await response.json().catch(() => ({}))) as Partial<RefusalBody>);
  throw new ExportRefused(message ?? sentences.somethingWrong);
}

const requestArchive = (signal: AbortSignal): Promise<Response> =>
  fetch(`/api/v1${exportAccount.path}`, { signal, headers: { authorization: `Bearer ${storedToken()}` } });

interface WritableFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
  remove?: () => Promise<void>;
}
type FilePicker = (options: { suggestedName: string }) => Promise<WritableFile>;

async function chooseFile(): Promise<WritableFile | null> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: FilePicker };
  if (showSaveFilePicker === undefined) return null;
  try {
    return await showSaveFilePicker.call(window, { suggestedName: fileName });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // Frames and device policies may forbid the file picker.
    return null;
  }
}

const fileName = 'mbari-export.zip';

const fileNameOf = (response: Response): string =>
  /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fileName;

function countBytes(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
}

function saveBlob(archive: Blob, name: string): void {
  const url = URL.createObjectURL(archive);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click, so the URL must stay valid.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
