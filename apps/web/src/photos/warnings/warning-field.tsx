import { warningReasons } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/content-warnings';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '~/platform/ui/field.tsx';
import { SelectOption } from '~/platform/ui/option-row.tsx';
import { reasonWords } from './warning-words.ts';

interface WarningFieldProps {
  value: string;
  disabled: boolean;
  error?: readonly string[] | undefined;
  /** An organiser must choose a warning; an author may choose none. */
  isRequired?: boolean;
  onChange: (value: string) => void;
}

const isListed = (value: string): boolean => value === '' || warningReasons.some((reason) => reason === value);

/** Content warning: a reason from the list, or other words. */
export function WarningField({ value, disabled, error, isRequired = false, onChange }: WarningFieldProps) {
  const [isOther, setOther] = useState(!isListed(value));
  return (
    <div>
      <SelectOption
        icon={EyeOff}
        label={words.label}
        name="warning"
        disabled={disabled}
        value={isOther ? 'other' : value}
        error={error?.join(' ')}
        onChange={({ target }) => {
          setOther(target.value === 'other');
          // A photo whose author has not yet written what it shows is marked, too.
          onChange(target.value === 'other' ? 'strong' : target.value);
        }}
      >
        {!isRequired && <option value="">{words.none}</option>}
        {warningReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
        <option value="other">{words.other}</option>
      </SelectOption>
      {isOther && (
        <TextField
          label={words.ownWords}
          dir="auto"
          autoComplete="off"
          maxLength={limits.contentWarning}
          readOnly={disabled}
          value={isListed(value) ? '' : value}
          onChange={({ target }) => onChange(target.value.trim() === '' ? 'strong' : target.value)}
        />
      )}
    </div>
  );
}
