/** JSON that was put together from stored fragments and is sent as it is. Tests still check it against the shape. */
export class ReadyJson {
  /** More than one: they are written one after the other, and not copied together. */
  readonly parts: readonly (string | Buffer)[];
  constructor(...parts: (string | Buffer)[]) {
    this.parts = parts;
  }
  get text(): string | Buffer {
    return this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts.map((part) => Buffer.from(part)));
  }
}

/** The first piece of an object's JSON: what of it is the viewer's own. `sharedPiece` follows. */
export const ownPiece = (own: object): Buffer => Buffer.from(ownText(own));

/** The same, for one answer: to write it as it is costs less than to make bytes of it first. */
export const ownText = (own: object): string => `${JSON.stringify(own).slice(0, -1)},`;

/** The other piece: what all get alike. */
export const sharedPiece = (shared: object): Buffer => Buffer.from(JSON.stringify(shared).slice(1));

const begin = Buffer.from('{"data":[');
const comma = Buffer.from(',');

/** What stands behind the items of a list. */
export const endOfList = (meta?: object): string => (meta === undefined ? ']}' : `],"meta":${JSON.stringify(meta)}}`);

/** What stands between the brackets of a list, in pieces. */
export const listItems = (items: readonly (readonly Buffer[])[]): Buffer[] =>
  items.flatMap((pieces, index) => (index === 0 ? pieces : [comma, ...pieces]));

/** The answer of a list, copied together from the pieces of its items. */
export const joinList = (items: readonly (readonly Buffer[])[], end: string): Buffer =>
  Buffer.concat([begin, ...listItems(items), Buffer.from(end)]);

/** Where a piece stands in an answer, in bytes. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Where the first piece of each item stands in the answer that `joinList` makes of them. */
export function firstPieceRanges(items: readonly (readonly Buffer[])[]): ByteRange[] {
  let at = begin.length;
  return items.map((pieces) => {
    const range = { from: at, to: at + pieces[0]!.length };
    at += pieces.reduce((sum, { length }) => sum + length, comma.length);
    return range;
  });
}

export interface Replacement {
  range: ByteRange;
  piece: string | Buffer;
}

/** The answer with other pieces in some places, which come in their order: what it is made of from then on. */
export function replacePieces(answer: Buffer, replacements: readonly Replacement[]): (string | Buffer)[] {
  // The same buffer every time: it is compressed once.
  if (replacements.length === 0) return [answer];
  const parts: (string | Buffer)[] = [];
  let copied = 0;
  for (const { range, piece } of replacements) {
    parts.push(answer.subarray(copied, range.from), piece);
    copied = range.to;
  }
  parts.push(answer.subarray(copied));
  return parts;
}
