const protocols = new Set(['http:', 'https:', 'mailto:']);
const here = 'https://here.invalid';

/** Returns a link's address as browsers read it if it is http, https, mailto or a path on this site; otherwise null. */
export function safeAddress(written: string): string | null {
  // Browsers drop control characters and read a backslash as a slash, which only attackers use.
  if (/[\u0000-\u0020\u007f\\]/.test(written)) return null;
  if (written.startsWith('/')) {
    const url = parse(written, here);
    return url?.origin === here ? `${url.pathname}${url.search}${url.hash}` : null;
  }
  const url = parse(written);
  return url && protocols.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}

function parse(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
