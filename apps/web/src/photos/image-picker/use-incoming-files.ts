import { useEffect, useRef } from 'react';

/** Adds files pasted or dropped anywhere in the open composer. */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void, disabled = false): void {
  const latest = useRef(onFiles);
  useEffect(() => void (latest.current = onFiles));
  useEffect(() => {
    const unmounted = new AbortController();
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      if (!disabled) latest.current(files);
    };
    const { signal } = unmounted;
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    // Prevents the browser from opening a dropped file.
    document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(), { signal });
    return () => unmounted.abort();
  }, [disabled]);
}
