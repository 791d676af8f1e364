/** An XML element: attributes, children, and its direct text. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses XML as strictly as a feed reader: throws if it is not well formed. Supports no document types and no CDATA. */
export function readXml(source: string): XmlElement {
  const fail = (problem: string): never => {
    throw new Error(`not well formed: ${problem}`);
  };
  const isAllowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
  if (!isAllowed.test(source)) fail('a character that XML cannot say');
  const plain = (text: string): string =>
    text.includes('<')
      ? fail(text)
      : text.replaceAll(/&(?:#(\d+);|(\w+);)?/g, (_, code?: string, name?: string) => {
          const entity = code === undefined ? entities[name ?? ''] : String.fromCodePoint(Number(code));
          return entity !== undefined && isAllowed.test(entity) ? entity : fail(`&${name ?? code ?? ''}`);
        });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let rest = source.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '');
  if (rest === source) fail('no declaration');
  while (rest !== '') {
    const match = /^([^<]*)<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>/.exec(rest);
    if (!match) {
      if (rest.trim() !== '') fail(rest.slice(0, 80));
      break;
    }
    const [all, before = '', closes, name = '', attributes = '', isEmpty] = match;
    open.at(-1)!.text += plain(before);
    if (closes) {
      if (open.length === 1 || open.pop()!.name !== name) fail(`</${name}>`);
    } else {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)] as const);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      if (Object.keys(element.attributes).length !== pairs.length) fail(`an attribute of ${name} twice`);
      open.at(-1)!.children.push(element);
      if (!isEmpty) open.push(element);
    }
    rest = rest.slice(all.length);
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '') fail('not one element around all');
  return root.children[0]!;
}
