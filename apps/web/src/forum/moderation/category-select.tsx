import * as words from '@mbari/words/forum-moderation';
import { useQuery } from '@tanstack/react-query';
import { forumCategories } from '~/forum/category-queries.ts';
import { SelectField } from '~/platform/ui/field.tsx';

interface CategorySelectProps {
  value: string;
  onChange: (id: string) => void;
  error?: readonly string[] | undefined;
}

export function CategorySelect({ value, onChange, error }: CategorySelectProps) {
  const { data: categories = [] } = useQuery(forumCategories);
  return (
    <SelectField name="category_id" label={words.category} value={value} error={error} onChange={({ target }) => onChange(target.value)}>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
