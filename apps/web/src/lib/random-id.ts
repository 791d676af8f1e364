/** 128 random bits, as hex. `crypto.randomUUID` is missing on plain http, where a workshop's own network may well serve the page. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
