const protocols = new Set(['http:', 'https:', 'mailto:']);
/** Stands for wherever the page is; no name of it is left in the answer. */
const here = 'https://here.invalid';

/**
 * Where a link may lead, as the browser will read it: another page by http or https, a mail, or a page of this site by its path. Null:
 * nowhere.
 */
export function safeAddress(written: string): string | null {
  // Browsers leave out control characters and take a backslash for a slash: nobody who means well writes either.
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
