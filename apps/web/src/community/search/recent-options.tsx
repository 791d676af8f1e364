import * as words from '@mbari/words/search';
import { Clock, X } from 'lucide-react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { removeRecentSearch } from './recent-searches.ts';
import type { OptionProps } from './search-result-rows.tsx';

interface RecentOptionsProps {
  recent: readonly string[];
  optionProps: OptionProps;
  onPickRecent: (query: string) => void;
}

/** Recent searches as options. The Delete key removes the active option; the remove buttons are for pointers only. */
export const RecentOptions = ({ recent, optionProps, onPickRecent }: RecentOptionsProps) =>
  recent.map((query, index) => (
    <div key={query} role="presentation" className="recent-option">
      {/* The search field handles the list's keys. */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={optionProps(`recent-${index}`)['aria-selected'] ?? false}
        id={optionProps(`recent-${index}`).id}
        data-recent
        className="found-row"
        onClick={() => onPickRecent(query)}
        onKeyDown={(event) => event.key === 'Enter' && !isImeKey(event) && onPickRecent(query)}
      >
        <Clock size={20} strokeWidth={1.6} aria-hidden="true" />
        <span className="truncate" dir="auto">
          {query}
        </span>
      </div>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        data-forget
        className="icon-button"
        title={words.forget({ sought: query })}
        onClick={() => removeRecentSearch(query)}
      >
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </div>
  ));
