import { foldForMatching, wordsIn } from '@mbari/contract/platform/word-list';
import * as words from '@mbari/words/settings';
import { Link } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useState } from 'react';
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

/**
 * Hides the settings in the panel that do not contain all searched words, and returns the number of the others.
 * Searches the displayed texts, so a new setting is found without being registered, in the language of the page.
 * Undefined: there is no search, or a tab is still loading.
 */
export function useSettingsFilter(panel: RefObject<HTMLElement | null>, search: string): number | undefined {
  const [found, setFound] = useState<number>();
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const words = wordsIn(foldForMatching(search));
    const filter = () => setFound(filterSettings(element, words));
    filter();
    // Tabs load later, and changed settings change hints.
    const observer = new MutationObserver(filter);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [panel, search]);
  return found;
}

const sections = 'section[aria-label]';

function filterSettings(panel: HTMLElement, words: readonly string[]): number | undefined {
  let found = 0;
  for (const section of panel.querySelectorAll<HTMLElement>(sections)) {
    const shown = filterSection(section, words);
    section.hidden = shown === 0;
    found += shown;
  }
  const groups = [...panel.querySelectorAll<HTMLElement>('[data-group]')];
  for (const group of groups) group.hidden = [...group.querySelectorAll('section')].every(({ hidden }) => hidden) && !isLoading(group);
  return words.length === 0 || (found === 0 && groups.some(isLoading)) ? undefined : found;
}

/** A row matches by its own text and by its section's and groups' texts. A section without rows is one setting. */
function filterSection(section: HTMLElement, words: readonly string[]): number {
  const shared = `${groupsOf(section)} ${textOf(section)}`;
  const rows = [...section.querySelectorAll<HTMLElement>('.setting')];
  for (const row of rows) row.hidden = !contains(`${shared} ${textOf(row)}`, words);
  return rows.length === 0 ? Number(contains(shared, words)) : rows.filter(({ hidden }) => !hidden).length;
}

/** The tab is loading or has failed. */
const isLoading = (group: HTMLElement): boolean => group.querySelector(sections) === null;

function contains(text: string, words: readonly string[]): boolean {
  const folded = foldForMatching(text);
  return words.every((word) => folded.includes(word));
}

function groupsOf(section: HTMLElement): string {
  const group = section.parentElement?.closest<HTMLElement>('[data-group]');
  return group ? `${group.dataset['group']} ${groupsOf(group)}` : '';
}

/** Returns the text without that of contained rows, and without the choices of lists, such as all time zones. */
function textOf(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent;
    return node.matches('.setting, select') ? '' : textOf(node);
  });
  return parts.join(' ');
}
