import { baseOf, type FoundPost, parseDate, withTags } from './found-post.ts';

export const folderList = /(?:^|\/)photos\.csv$/i;

/** Reads a `photos.csv` with the columns file, title, description, alt, tags, date, album in any order. Only `file` is required. */
export function parseFolder(csv: string): FoundPost[] {
  const [header = [], ...rows] = parseCsv(csv);
  const names = header.map((name) => name.trim().toLowerCase());
  return rows.flatMap((row): FoundPost[] => {
    const cell = (name: string): string => row[names.indexOf(name)]?.trim() ?? '';
    const file = cell('file').replaceAll('\\', '/').replace(/^\.\//, '');
    if (file === '') return [];
    return [
      {
        ...postOf(file),
        title: cell('title') || baseOf(file),
        description: withTags(cell('description'), cell('tags').split(/[,;]/)),
        takenAt: parseDate(cell('date')),
        albums: cell('album') === '' ? [] : [cell('album')],
        images: [{ name: file, alt: cell('alt') }],
      },
    ];
  });
}

/** An image that no list describes. Its folder is its album. */
export const postOf = (file: string): FoundPost => ({
  externalId: file,
  title: baseOf(file),
  description: '',
  takenAt: null,
  albums: file.split('/').slice(-2, -1),
  warning: null,
  isChosen: true,
  images: [{ name: file, alt: '' }],
});

/** Parses comma or semicolon separated values (RFC 4180). */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\ufeff/, '');
  const separator = /^[^"\n]*;/.test(body) ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index <= body.length; index += 1) {
    const letter = body[index] ?? '\n';
    if (isQuoted && index < body.length) {
      if (letter !== '"') cell += letter;
      else if (body[index + 1] === '"') cell += body[(index += 1)];
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator || letter === '\n') {
      row.push(cell);
      cell = '';
      if (letter === '\n') {
        if (row.some((value) => value.trim() !== '')) rows.push(row);
        row = [];
      }
    } else if (letter !== '\r') cell += letter;
  }
  return rows;
}
