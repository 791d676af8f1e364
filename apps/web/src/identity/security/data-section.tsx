import { exportAccount } from '@mbari/contract/identity/account';
import type { RefusalBody } from '@mbari/contract/platform/endpoint';
import * as words from '@mbari/words/export';
import * as importWords from '@mbari/words/imports';
import * as sentences from '@mbari/words/sentences';
import * as uiWords from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { translateRefusalBody } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { isMetered } from '~/platform/lib/less-data.ts';
import { refreshUser, useSession } from '~/platform/lib/session.ts';
import { storedToken } from '~/platform/lib/stored-session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';

export function DataSection() {
  const { download, cancel, bytes, refusal } = useExport();
  const mayImport = useSite()?.imports === 'on';
  const posts = useSession().user?.stats?.photos_count;
  return (
    <Section title={words.yourData}>
      <div>
        <Row
          title={words.download}
          action={
            bytes === null ? (
              <Button kind="quiet" onClick={() => void download()}>
                {words.startExport}
              </Button>
            ) : (
              <Button kind="quiet" onClick={cancel}>
                {uiWords.cancel}
              </Button>
            )
          }
        >
          {words.contents}
        </Row>
        {mayImport && (
          <Row
            title={importWords.title}
            action={
              <Link to="/imports" className={buttonClass({ kind: 'quiet' })}>
                {importWords.open}
              </Link>
            }
          >
            {importWords.sourcesHint}
          </Row>
        )}
      </div>
      {isMetered() && bytes === null && <Note>{posts === undefined ? words.onMobileData : words.onMobileDataWith({ posts })}</Note>}
      <p role="status" className="sr-only">
        {bytes !== null && words.onItsWay}
      </p>
      {bytes !== null && (
        <p className="text-t15 text-ink-quiet">{bytes === 0 ? words.preparing : words.soFar({ size: formatBytes(bytes) })}</p>
      )}
      {refusal && <Note kind="bad">{refusal}</Note>}
    </Section>
  );
}

function useExport() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);
  const download = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setRefusal(null);
    setBytes(0);
    try {
      await downloadExport({ signal: controller.signal, onBytes: setBytes });
      toast.success(words.saved);
    } catch (error) {
      if (controller.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return;
      setRefusal(error instanceof ExportRefused ? error.message : words.interrupted);
    } finally {
      setBytes(null);
    }
  };
  return { download, cancel: () => controllerRef.current?.abort(), bytes, refusal };
}

interface Download {
  signal: AbortSignal;
  /** Bytes received; the total is unknown. */
  onBytes: (bytes: number) => void;
}

/**
 * Downloads the archive into a file the member chose, or into memory if the browser cannot write files. A plain link could not send the
 * bearer token. Throws the server's refusal, or an AbortError on cancellation.
 */
async function downloadExport({ signal, onBytes }: Download): Promise<void> {
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
class ExportRefused extends Error {}

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
