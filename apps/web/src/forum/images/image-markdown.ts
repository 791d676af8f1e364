/** The Markdown that shows an image, with its words. */
export const imageMarkdown = (id: string, alt: string): string =>
  `![${alt
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>!~&]/g, String.raw`\$&`)}](photo:${id})`;
