import * as words from '@mbari/words/forum-topics';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { type TopicFilter, topicFilters, type TopicSort, topicSorts } from './topic-queries.ts';

const filters = ['all', ...topicFilters] as const;
const sorts = ['latest', ...topicSorts] as const;

const filterNames: Record<TopicFilter | 'all', string> = {
  all: words.filterAll,
  unread: words.filterUnread,
  following: words.filterFollowing,
  mine: words.filterMine,
  unanswered: words.filterUnanswered,
};
const sortNames: Record<TopicSort | 'latest', string> = { latest: words.sortLatest, new: words.sortNewest, top: words.sortTop };

interface FilterTabsProps {
  filter: TopicFilter | undefined;
  /** Shown on the tab 'Unread', unless 0. */
  unread?: number;
  onChoose: (filter: TopicFilter | undefined) => void;
}

export function FilterTabs({ filter, unread = 0, onChoose }: FilterTabsProps) {
  return (
    <div className="topic-tabs">
      <Tabs
        label={words.filter}
        tabs={filters.map((name) => ({
          name,
          label:
            name === 'unread' && unread > 0 ? (
              <Phrase
                parts={words.filterUnreadCount({
                  count: unread,
                  amount: (text) => <span className="font-normal text-ink-meta">{text}</span>,
                })}
              />
            ) : (
              filterNames[name]
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

export function SortSelect({ sort, onChoose }: SortSelectProps) {
  return (
    <label className="topic-sort">
      <span>{words.sort}</span>
      <select value={sort ?? 'latest'} onChange={({ target }) => onChoose(topicSorts.find((name) => name === target.value))}>
        {sorts.map((name) => (
          <option key={name} value={name}>
            {sortNames[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
