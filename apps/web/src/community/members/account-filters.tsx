import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/admin';
import { useEffect, useState } from 'react';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import type { AccountFilter } from './account-queries.ts';
import { roleChoices, stateChoices } from './account-words.ts';

interface AccountFiltersProps {
  filter: AccountFilter;
  onChange: (filter: AccountFilter) => void;
}

export function AccountFilters({ filter, onChange }: AccountFiltersProps) {
  const [searchText, setSearchText] = useState(filter.search ?? '');
  const search = useDebounced(searchText.trim(), limits.searchDebounce);
  useEffect(() => {
    if (search !== (filter.search ?? '')) onChange({ ...filter, search });
  });
  return (
    <search className="admin-filters">
      <TextField
        label={words.search}
        type="search"
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        value={searchText}
        onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
      />
      <SelectField
        label={words.role}
        value={filter.role ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, role: roleChoices.find(([role]) => role === value)?.[0] })}
      >
        <option value="">{words.anyRole}</option>
        {roleChoices.map(([role, label]) => (
          <option key={role} value={role}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.state}
        value={filter.state ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, state: stateChoices.find(([state]) => state === value)?.[0] })}
      >
        <option value="">{words.anyState}</option>
        {stateChoices.map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
