const maxLinks = 20;
const maxLinkLength = 300;

/** Returns host and path of the links in a text. Ignores scheme and parameters, and links to the host `own`. Without a scheme, a link must start with `www.`. */
export function linksIn(text: string, own: string): string[] {
  const found = new Set<string>();
  for (const run of text.split(/[\s<>"'`()[\]{}|\\^]+/u)) {
    const at = run.search(/https?:\/\/|www\./iu);
    const link = at === -1 ? null : keyOf(run.slice(at));
    if (link !== null && link !== own && !link.startsWith(`${own}/`)) found.add(link);
    if (found.size >= maxLinks) break;
  }
  return [...found].toSorted();
}

function keyOf(written: string): string | null {
  const address = /^www\./iu.test(written) ? `http://${written}` : written;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (!host.includes('.')) return null;
  return `${host.replace(/^www\./u, '')}${pathname.replace(/[/.,;:!?*_~]+$/u, '')}`.slice(0, maxLinkLength);
}
