import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import { Link } from '@tanstack/react-router';
import { detailWords } from './detail-words.ts';

/** Details of an entry, with a link to the topic that posts were moved to. */
export function LogDetails({ details, target }: Pick<ModerationLogEntry, 'details' | 'target'>) {
  if (details === null) return null;
  const text = <span dir="auto">{detailWords(details, target)}</span>;
  return target === null ? (
    text
  ) : (
    <Link to={target.address} className="link">
      {text}
    </Link>
  );
}
