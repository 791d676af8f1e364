/** Links of a text that are looked at, and the characters of one that tell it from others. */
const most = 20;

const longest = 300;

/**
 * Where the links of a text lead: host and path, so that one with other parameters or another scheme is the same. What stands without a scheme is a link
 * where it begins with `www.`. Links to `own` host are left out.
 */
export function linksIn(text: string, own: string): string[] {
  const found = new Set<string>();
  for (const run of text.split(/[\s<>"'`()[\]{}|\\^]+/u)) {
    const at = run.search(/https?:\/\/|www\./iu);
    const link = at === -1 ? null : keyOf(run.slice(at));
    if (link !== null && link !== own && !link.startsWith(`${own}/`)) found.add(link);
    if (found.size >= most) break;
  }
  return [...found].toSorted();
}

function keyOf(written: string): string | null {
  const address = /^www\./iu.test(written) ? `http://${written}` : written;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (!host.includes('.')) return null;
  return `${host.replace(/^www\./u, '')}${pathname.replace(/[/.,;:!?*_~]+$/u, '')}`.slice(0, longest);
}
