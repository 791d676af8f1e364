import { type MatchPart, matchParts } from './match-parts.ts';

/** A text in which what was looked for stands out: heavier, above a line. */
export const Marked = ({ text, sought }: { text: string; sought: string }) => <MarkedParts parts={matchParts(text, sought)} />;

export const MarkedParts = ({ parts }: { parts: readonly MatchPart[] }) =>
  parts.map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text));
