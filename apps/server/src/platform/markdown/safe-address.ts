const protocols = new Set(['http:', 'https:', 'mailto:']);
const base = 'https://here.invalid';

/** Returns a link's address as browsers read it if it is http, https, mailto or a path on this site; otherwise null. */
export function safeAddress(text: string): string | null {
  // Browsers drop control characters and read a backslash as a slash, which only attackers use.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return null;
  if (text.startsWith('/')) {
    const url = parse(text, base);
    return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : null;
  }
  const url = parse(text);
  return url && protocols.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}

function parse(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
