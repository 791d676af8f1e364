import { vi } from 'vitest';

/** Sends uploads, which need XMLHttpRequest, through `fetch`, so that the fake server answers them. */
export function fakeUploads(): void {
  class UploadByFetch {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    #address = { method: '', url: '' };
    #aborted = false;

    open(method: string, url: string): void {
      this.#address = { method, url };
    }
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null;
    }
    abort(): void {
      this.#aborted = true;
    }
    send(body: FormData): void {
      this.upload.onprogress?.({ loaded: 50, total: 100 });
      void fetch(this.#address.url, { method: this.#address.method, body }).then(
        async (response) => {
          this.status = response.status;
          this.responseText = await response.text();
          if (!this.#aborted) this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  }
  vi.stubGlobal('XMLHttpRequest', UploadByFetch);
}
