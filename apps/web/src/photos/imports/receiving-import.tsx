import { type PhotoImport, sendImportPart } from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';
import { Note } from '~/platform/ui/note.tsx';
import { importsKey } from './import-queries.ts';
import { FilesField } from './new-import.tsx';

/** Uploads the files. After the page was closed, it asks for the same files again, because a browser does not remember them. */
export function ReceivingImport({ read, files: given }: { read: PhotoImport; files: File[] }) {
  const [files, setFiles] = useState(given);
  const [isWrong, setWrong] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sent = useUpload(read, files, setProblem);
  const total = read.files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (files.length === 0)
    return (
      <FilesField
        hint={words.chooseAgain({ names: read.files.map(({ name }) => name).join(', ') })}
        error={isWrong ? words.otherFiles : undefined}
        files={files}
        onChange={(chosen) => {
          const same = read.files.map(({ name, bytes }) => chosen.find((file) => file.name === name && file.size === bytes));
          const areAll = same.every((file) => file !== undefined);
          setWrong(!areAll);
          if (areAll) setFiles(same);
        }}
      />
    );
  return (
    <>
      <p className="import-state">{words.uploading}</p>
      <progress className="import-progress" value={sent} max={total} aria-label={words.uploading} />
      <p className="text-t15 text-ink-meta tabular-nums">
        {words.uploaded({ sent: formatBytes(sent), total: formatBytes(total) })} · {words.keepOpen}
      </p>
      {problem && <Note kind="bad">{problem}</Note>}
    </>
  );
}

/** Returns the number of sent bytes. */
function useUpload(read: PhotoImport, files: readonly File[], onProblem: (problem: string) => void): number {
  const client = useQueryClient();
  const [sent, setSent] = useState(() => read.files.reduce((sum, { received_bytes: received }) => sum + received, 0));
  useEffect(() => {
    if (files.length === 0) return;
    const ending = new AbortController();
    uploadArchives(read, { files, onProgress: setSent, signal: ending.signal }).then(
      () => client.invalidateQueries({ queryKey: importsKey }),
      (error: unknown) => {
        if (!ending.signal.aborted) onProblem(errorMessage(error, words.tryAgain));
      },
    );
    return () => ending.abort();
    // The upload follows the answers of its own parts, so that a newer `read` does not restart it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [read.id, files]);
  return sent;
}

interface Upload {
  files: readonly File[];
  /** Bytes of all files that were sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

const pauses = [1_000, 2_000, 5_000, 10_000];

/** Sends what the server has not received yet, part by part. Goes on after a lost connection. Throws the server's other refusals. */
async function uploadArchives(first: PhotoImport, { files, onProgress, signal }: Upload): Promise<PhotoImport> {
  let current = first;
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    const position = current.files.findIndex(({ bytes, received_bytes: received }) => received < bytes);
    const file = files[position];
    if (current.state !== 'receiving' || !file) return current;
    const before = current.files.reduce((sum, { received_bytes: received }) => sum + received, 0);
    onProgress(before);
    try {
      current = await sendPart(current, position, file, { signal, onProgress: (bytes) => onProgress(before + bytes) });
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      const isOffset = error instanceof CallRefused && error.code === 'conflict' && error.data !== undefined;
      if (isOffset) current = error.data as PhotoImport;
      if (!isOffset && error instanceof CallRefused && error.status < 500 && error.status !== 429) throw error;
      failures += 1;
      // Another device may have sent a part, so the first try at the right offset needs no pause.
      if (!isOffset || failures > 1) await wait(pauses[Math.min(failures, pauses.length) - 1]!, signal);
    }
  }
}

async function sendPart(
  { id, files }: PhotoImport,
  position: number,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<PhotoImport> {
  const offset = files[position]!.received_bytes;
  const form = new FormData();
  form.set('offset', String(offset));
  form.set('part', file.slice(offset, offset + limits.importPartBytes), 'part');
  const { data } = await call(sendImportPart, {
    params: { id, position: String(position) },
    form,
    signal,
    transport: sendCounting(onProgress),
  });
  return data;
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
