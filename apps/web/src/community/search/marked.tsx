import { type MatchPart, matchParts } from './match-parts.ts';

export const Marked = ({ text, sought }: { text: string; sought: string }) => <MarkedParts parts={matchParts(text, sought)} />;

export const MarkedParts = ({ parts }: { parts: readonly MatchPart[] }) =>
  parts.map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text));
