import type { PhotoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { Note } from '~/platform/ui/note.tsx';
import { importsKey } from './import-queries.ts';
import { FilesField } from './new-import.tsx';
import { uploadArchives } from './upload-archives.ts';

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
