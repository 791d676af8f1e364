import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Sentence with links or marked words, from a catalogue function: `<Phrase parts={words.newHere({
 * register: (text) => <Link …>{text}</Link> })} />`.
 */
export function Phrase({ parts }: { parts: readonly ReactNode[] }) {
  // Spread as arguments, children need no keys.
  return createElement(Fragment, null, ...parts);
}

/** Isolates names, so that a leading name does not set the text's direction. */
export const isolateNames = (text: string): ReactNode[] =>
  text.split(/(@[\w.]+)/).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
