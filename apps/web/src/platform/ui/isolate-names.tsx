import type { ReactNode } from 'react';

/** A name at its beginning does not decide in which direction a text runs. */
export const isolateNames = (text: string): ReactNode[] =>
  text.split(/(@[\w.]+)/).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
