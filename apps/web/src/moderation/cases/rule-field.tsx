import { noRule } from '@mbari/words/moderation';
import { useQuery } from '@tanstack/react-query';
import { communityRules } from '~/platform/site/rules-query.ts';
import { SelectField } from '~/platform/ui/field.tsx';

interface RuleFieldProps {
  name: string;
  label: string;
  defaultValue?: string;
  value?: string;
  onChange?: (ruleId: string) => void;
}

/** Select of rules; empty if there are none. */
export function RuleField({ onChange, ...field }: RuleFieldProps) {
  const { data } = useQuery(communityRules);
  if (!data || data.rules.length === 0) return null;
  return (
    <SelectField {...field} {...(onChange && { onChange: ({ target }) => onChange(target.value) })}>
      <option value="">{noRule}</option>
      {data.rules.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
