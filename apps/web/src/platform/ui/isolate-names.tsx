import type { ReactNode } from 'react';

/** Isolates names, so that a leading name does not set the text's direction. */
export const isolateNames = (text: string): ReactNode[] =>
  text.split(/(@[\w.]+)/).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
