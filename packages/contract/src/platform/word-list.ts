/** Folds case, marks, compatibility look-alikes and invisible characters. */
export const foldForMatching = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Maximum words of a phrase or labels of a host. */
const longest = 8;

interface Node {
  readonly next: Map<string, Node>;
  /** Original spelling of the entry that ends at this node. */
  entry?: string;
}

export interface WordList {
  /** Returns the first entry that the text contains, in its original spelling. Takes linear time, independent of the number of entries. */
  find(text: string): string | null;
}

/** Returns the labels of all possible hosts in reverse: `[['org', 'example', 'www']]`. */
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

/** Parses an entry. `https://www.Example.org/` is a host including subdomains; text without an inner dot is a phrase. */
function readEntry(entry: string): { isHost: boolean; parts: string[] } {
  const folded = foldForMatching(entry);
  const bare = folded
    .replace(/^(?:[a-z]+:)?\/\//, '')
    .replace(/^(?:www|\*)\./, '')
    .replace(/\/.*$/, '');
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]+$/u.test(bare))
    return { isHost: true, parts: bare.split('.').toReversed() };
  return { isHost: false, parts: wordsIn(folded) };
}

/** Returns a key that equal entries share. Null if the entry is empty or too long. */
export function keyOfEntry(entry: string): string | null {
  const { isHost, parts } = readEntry(entry);
  return parts.length === 0 || parts.length > longest ? null : parts.join(isHost ? '.' : ' ');
}

/** Matches whole words, phrases, and hosts with subdomains, also without a scheme. Entries never become regular expressions. */
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
      const folded = foldForMatching(text);
      const textWords = wordsIn(folded);
      for (let at = 0; at < textWords.length; at += 1) {
        const entry = walk(words, textWords, at);
        if (entry !== undefined) return entry;
      }
      for (const host of hostsIn(folded)) {
        const entry = walk(hosts, host, 0);
        if (entry !== undefined) return entry;
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

/** Returns the Punycode labels of an internationalised host. */
function asciiHost(entry: string): string[] | null {
  const address = `http://${entry.replace(/^(?:[a-z]+:)?\/\//i, '').replace(/^(?:www|\*)\./i, '')}`;
  if (!URL.canParse(address)) return null;
  return new URL(address).hostname.split('.').toReversed();
}
