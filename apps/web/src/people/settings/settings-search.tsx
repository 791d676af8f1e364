import * as words from '@mbari/words/settings';
import { Link } from '@tanstack/react-router';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { TextField } from '~/platform/ui/field.tsx';

interface SettingsSearchProps {
  search: string;
  onSearch: (search: string) => void;
  /** Headings of the chosen tab by id. */
  groups: Readonly<Record<string, string>>;
}

/** A search field; beside the settings of a wide window, also links to the groups. */
export function SettingsSearch({ search, onSearch, groups }: SettingsSearchProps) {
  return (
    <div className="settings-aside">
      <search>
        <TextField
          label={words.search}
          type="search"
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
          onKeyDown={(event) => !isImeKey(event) && event.key === 'Escape' && onSearch('')}
        />
      </search>
      {search === '' && (
        <nav aria-label={words.groups} className="settings-groups">
          {Object.entries(groups).map(([id, title]) => (
            <Link
              key={id}
              to="/settings"
              search={true}
              hash={id}
              replace
              activeOptions={{ includeHash: true }}
              className="word"
              // The link's own scrolling leaves the focus on the link.
              onClick={() => document.getElementById(id)?.querySelector('h2')?.focus()}
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
