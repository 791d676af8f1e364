import { useEffect, useRef } from 'react';

/** Files pasted or dropped anywhere in the open composer are added. */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void, disabled: boolean): void {
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
    // Without this the browser would open a dropped file in place of the page.
    document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(), { signal });
    return () => unmounted.abort();
  }, [disabled]);
}
