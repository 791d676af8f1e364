import { Tabs } from '~/ui/tabs.tsx';
import * as listWords from './list-words.ts';
import { type TopicFilter, topicFilters, type TopicSort, topicSorts } from './topic-filters.ts';

const filters = ['all', ...topicFilters] as const;
const sorts = ['latest', ...topicSorts] as const;

interface FilterTabsProps {
  filter: TopicFilter | undefined;
  /** Beside the word 'Unread'; 0 is not shown. */
  unread?: number;
  onChoose: (filter: TopicFilter | undefined) => void;
}

/** Which topics are listed. */
export function FilterTabs({ filter, unread = 0, onChoose }: FilterTabsProps) {
  return (
    <div className="topic-tabs">
      <Tabs
        label={listWords.filterLabel}
        tabs={filters.map((name) => ({
          name,
          label:
            name === 'unread' && unread > 0 ? (
              <>
                {listWords.filterWords[name]} <span className="font-normal text-ink-meta">{unread}</span>
              </>
            ) : (
              listWords.filterWords[name]
            ),
        }))}
        chosen={filter ?? 'all'}
        onChoose={(name) => onChoose(name === 'all' ? undefined : name)}
        controls="topics"
      />
    </div>
  );
}

interface SortSelectProps {
  sort: TopicSort | undefined;
  onChoose: (sort: TopicSort | undefined) => void;
}

/** In which order. */
export function SortSelect({ sort, onChoose }: SortSelectProps) {
  return (
    <label className="topic-sort">
      <span>{listWords.sortLabel}</span>
      <select value={sort ?? 'latest'} onChange={({ target }) => onChoose(topicSorts.find((name) => name === target.value))}>
        {sorts.map((name) => (
          <option key={name} value={name}>
            {listWords.sortWords[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
