const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML, in elements and quoted attributes. Removes characters that XML cannot represent. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Escapes `<`, so that JSON in a script element cannot close it. */
export const jsonForScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** HTML that is inserted as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * Tagged template: escapes every value except `Html`. Lists are joined; null, undefined and false are left out. A line break of the template
 * becomes a space.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, n) => text.replaceAll(/\s*\n\s*/g, ' ') + write(parts[n])).join(''));

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(write).join('') : escapeText(String(part));
}
