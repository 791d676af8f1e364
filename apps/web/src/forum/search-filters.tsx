import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-search';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useRef } from 'react';
import { forumCategories } from '~/forum/category-queries.ts';
import type { ForumFilters } from '~/platform/lib/search-params.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { hasFilters } from './forum-search-queries.ts';

interface SearchFiltersProps {
  filters: ForumFilters;
  onChange: (filters: ForumFilters) => void;
}

/** Choices apply immediately, typed values on blur or Enter. */
export function SearchFilters({ filters, onChange }: SearchFiltersProps) {
  const { data: categories = [] } = useQuery(forumCategories);
  const form = useRef<HTMLFormElement>(null);
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.current) onChange(filtersIn(new FormData(form.current)));
  };
  return (
    <form ref={form} className="search-filters" aria-label={words.filters} onSubmit={apply}>
      <SelectField label={words.category} name="category" value={filters.category ?? ''} onChange={apply}>
        <option value="">{words.everyCategory}</option>
        {categories.map(({ id, slug, name }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <TypedFilter name="author" filters={filters} onApply={apply} {...username} />
      <TypedFilter name="since" filters={filters} onApply={apply} type="date" max={filters.until} />
      <TypedFilter name="until" filters={filters} onApply={apply} type="date" min={filters.since} />
      {/* Enter in any field applies typed values. */}
      <input type="submit" value={words.title} hidden />
      {hasFilters(filters) && (
        <Button kind="text" className="search-filters-clear" onClick={() => onChange({})}>
          {words.clearFilters}
        </Button>
      )}
    </form>
  );
}

const labels = { author: words.author, since: words.since, until: words.until };
const username = { placeholder: words.authorHint, maxLength: limits.usernameMax, autoCapitalize: 'none', spellCheck: false };

interface TypedFilterProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  name: 'author' | 'since' | 'until';
  filters: ForumFilters;
  onApply: () => void;
}

/** The key remounts the field if its filter changes elsewhere. */
const TypedFilter = ({ name, filters, onApply, ...field }: TypedFilterProps) => (
  <TextField {...field} key={filters[name]} name={name} label={labels[name]} defaultValue={filters[name]} onBlur={() => onApply()} />
);

const names = ['category', 'author', 'since', 'until'] as const;

function filtersIn(form: FormData): ForumFilters {
  const filled = names.flatMap((name) => {
    const value = form.get(name);
    const text = typeof value === 'string' ? value.trim().replace(/^@/, '') : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(filled);
}
