const longest = 60;

/** Returns a readable part for an address, in any script. The server finds the page by the id next to it. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’ʼ]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const slug = words?.reduce((joined, word) => (joined.length + word.length < longest ? `${joined}-${word}` : joined));
  return slug === undefined || slug === '' ? '-' : [...slug].slice(0, longest).join('');
}
