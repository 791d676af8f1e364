import * as words from '@mbari/words/search';
import { Clock, X } from 'lucide-react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import type { AsOption } from './found-rows.tsx';
import { forgetSearch } from './recent-searches.ts';

interface RecentOptionsProps {
  recent: readonly string[];
  asOption: AsOption;
  onTake: (sought: string) => void;
}

/** Recent searches as options. The Delete key removes one; the crosses are for pointers only. */
export const RecentOptions = ({ recent, asOption, onTake }: RecentOptionsProps) =>
  recent.map((sought, index) => (
    <div key={sought} role="presentation" className="recent-option">
      {/* The list's input handles keys. */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={asOption(`recent-${index}`)['aria-selected'] ?? false}
        id={asOption(`recent-${index}`).id}
        data-recent
        className="found-row"
        onClick={() => onTake(sought)}
        onKeyDown={(event) => event.key === 'Enter' && !isImeKey(event) && onTake(sought)}
      >
        <Clock size={20} strokeWidth={1.6} aria-hidden="true" />
        <span className="truncate" dir="auto">
          {sought}
        </span>
      </div>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        data-forget
        className="icon-button"
        title={words.forget({ sought })}
        onClick={() => forgetSearch(sought)}
      >
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </div>
  ));
