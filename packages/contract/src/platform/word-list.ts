/** Case, marks, look-alikes by compatibility and characters that nobody sees make no difference. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** The words of a folded text: letters and numbers alone. */
export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a phrase, and names of a host, that are looked at. */
const longest = 8;

interface Node {
  readonly next: Map<string, Node>;
  /** The entry that ends here, as it was written. */
  entry?: string;
}

export interface WordList {
  /** The first entry that the text has, as it was written; null: none. Takes time in proportion to the text, however many entries there are. */
  find(text: string): string | null;
}

/** Names of all that may be a host, from the last: `[['org', 'example', 'www']]`. */
function hostsIn(folded: string): string[][] {
  const plain = folded
    .replaceAll(/%([2-7][0-9a-f])/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)).toLowerCase())
    .replaceAll('\u3002', '.');
  const runs = plain.match(/[\p{L}\p{N}.-]+/gu) ?? [];
  return runs
    .filter((run) => run.includes('.'))
    .map((run) =>
      run
        .split('.')
        .filter((name) => name !== '')
        .slice(-longest)
        .toReversed(),
    );
}

/** An entry as it is looked for: `https://www.Example.org/` is a host and all below it, what has no dot inside is words. */
function readEntry(entry: string): { isHost: boolean; parts: string[] } {
  const folded = fold(entry);
  const bare = folded
    .replace(/^(?:[a-z]+:)?\/\//, '')
    .replace(/^(?:www|\*)\./, '')
    .replace(/\/.*$/, '');
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]+$/u.test(bare))
    return { isHost: true, parts: bare.split('.').toReversed() };
  return { isHost: false, parts: wordsIn(folded) };
}

/** Two entries of the same key look for the same; null: there is nothing to look for, or more than is looked at. */
export function keyOfEntry(entry: string): string | null {
  const { isHost, parts } = readEntry(entry);
  return parts.length === 0 || parts.length > longest ? null : parts.join(isHost ? '.' : ' ');
}

/** Whole words and phrases, and hosts with all below them, also without a scheme. Nothing of an entry becomes a pattern. */
export function wordListOf(entries: readonly string[]): WordList {
  const [words, hosts]: [Node, Node] = [{ next: new Map() }, { next: new Map() }];
  for (const entry of entries) {
    const { isHost, parts } = readEntry(entry);
    if (parts.length === 0) continue;
    add(isHost ? hosts : words, parts, entry);
    const ascii = isHost ? asciiHost(entry) : null;
    if (ascii !== null) add(hosts, ascii, entry);
  }
  return {
    find(text) {
      if (words.next.size === 0 && hosts.next.size === 0) return null;
      const folded = fold(text);
      const said = wordsIn(folded);
      for (let at = 0; at < said.length; at += 1) {
        const found = walk(words, said, at);
        if (found !== undefined) return found;
      }
      for (const host of hostsIn(folded)) {
        const found = walk(hosts, host, 0);
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

function add(root: Node, parts: readonly string[], entry: string): void {
  let node = root;
  for (const part of parts) {
    const next: Node = node.next.get(part) ?? { next: new Map() };
    node.next.set(part, next);
    node = next;
  }
  node.entry ??= entry;
}

function walk(root: Node, parts: readonly string[], from: number): string | undefined {
  let node: Node | undefined = root;
  for (let at = from; at < parts.length && at < from + longest; at += 1) {
    node = node.next.get(parts[at]!);
    if (node === undefined) return undefined;
    if (node.entry !== undefined) return node.entry;
  }
  return undefined;
}

/** How a host of other letters is written in links; null: as it is. */
function asciiHost(entry: string): string[] | null {
  const address = `http://${entry.replace(/^(?:[a-z]+:)?\/\//i, '').replace(/^(?:www|\*)\./i, '')}`;
  if (!URL.canParse(address)) return null;
  return new URL(address).hostname.split('.').toReversed();
}
