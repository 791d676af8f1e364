/** Colours that a paid member may give their profile; each has its shades for light and dark in the web app. */
export const accents = ['laterite', 'ochre', 'indigo', 'leaf', 'kola', 'soot'] as const;
export type Accent = (typeof accents)[number];
