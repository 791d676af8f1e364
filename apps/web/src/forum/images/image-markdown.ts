export const imageMarkdown = (id: string, alt: string): string =>
  `![${alt
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>!~&]/g, String.raw`\$&`)}](photo:${id})`;
