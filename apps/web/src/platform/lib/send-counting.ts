import { type Answered, parsed, seconds, type Transport } from './call.ts';

/** Transport that reports upload progress. Only XMLHttpRequest does so in every browser. */
export const sendCounting =
  (onProgress: (sent: number, total: number) => void): Transport =>
  ({ url, method, headers, body, signal }) =>
    new Promise<Answered>((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () =>
        resolve({
          status: request.status,
          body: parsed(request.responseText),
          retryAfter: seconds(request.getResponseHeader('retry-after')),
        });
      request.onerror = () => reject(new TypeError('The line dropped'));
      const cancel = () => {
        request.abort();
        reject(new DOMException('Cancelled', 'AbortError'));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      request.send(body);
    });
