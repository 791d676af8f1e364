import { useEffect, useRef } from 'react';

/** A picture pasted or dropped anywhere while the composer is open is one more image. */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void, off: boolean): void {
  const latest = useRef(onFiles);
  useEffect(() => void (latest.current = onFiles));
  useEffect(() => {
    const over = new AbortController();
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      if (!off) latest.current(files);
    };
    const { signal } = over;
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    // Dropped where nothing takes it, a photo would open in place of the page.
    document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(), { signal });
    return () => over.abort();
  }, [off]);
}
