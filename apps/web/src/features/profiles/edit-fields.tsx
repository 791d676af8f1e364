import { earliestBirthday, latestBirthday } from '@mbari/contract/age';
import * as limits from '@mbari/contract/limits';
import { useState } from 'react';
import { SelectField, TextArea, TextField } from '~/ui/field.tsx';
import { countryList } from './country-list.ts';
import { networks, networkWords } from './words.ts';
import { asLink, lengthOf, type Written, type Wrong } from './written-profile.ts';

export interface FieldsProps {
  written: Written;
  wrong: Wrong;
  onChange: (changed: Partial<Written>) => void;
}

/** Name and bio. */
export function WordFields({ written, wrong, onChange }: FieldsProps) {
  const length = lengthOf(written.bio);
  const over = length - limits.bio;
  return (
    <div className="edit-group">
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        dir="auto"
        required
        maxLength={limits.name}
        value={written.name}
        error={wrong['name']}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Occupation"
        name="occupation"
        autoComplete="organization-title"
        dir="auto"
        maxLength={limits.occupation}
        value={written.occupation}
        error={wrong['occupation']}
        onChange={({ target }) => onChange({ occupation: target.value })}
      />
      <TextArea
        label="Bio"
        name="bio"
        rows={3}
        className="edit-wide"
        value={written.bio}
        aside={
          <span className={`text-t15 ${over > 0 ? 'font-semibold text-laterite-ink' : 'text-ink-meta'}`}>
            {length} / {limits.bio}
          </span>
        }
        error={over > 0 ? `${over} too many` : wrong['bio']}
        onChange={({ target }) => onChange({ bio: target.value })}
      />
    </div>
  );
}

const genders = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
];

/** Who sees these is chosen in the settings. */
export function ContactFields({ written, wrong, onChange }: FieldsProps) {
  const [countries] = useState(countryList);
  // Said when they came in, and offered to nobody else here.
  const [binary] = useState(written.gender !== 'non-binary');
  const offered = binary ? genders : [...genders.slice(0, 2), { value: 'non-binary', label: 'Non-binary' }, ...genders.slice(2)];
  return (
    <div className="edit-group">
      <SelectField
        label="Gender"
        name="gender"
        autoComplete="sex"
        value={written.gender}
        error={wrong['gender']}
        onChange={({ target }) => onChange({ gender: target.value })}
      >
        <option value="" disabled>
          Choose one
        </option>
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Date of birth"
        name="date_of_birth"
        type="date"
        autoComplete="bday"
        min={earliestBirthday}
        max={latestBirthday()}
        value={written.date_of_birth}
        error={wrong['date_of_birth']}
        onChange={({ target }) => onChange({ date_of_birth: target.value })}
      />
      <SelectField
        label="Country"
        name="country"
        autoComplete="country"
        value={written.country}
        error={wrong['country']}
        onChange={({ target }) => onChange({ country: target.value })}
      >
        <option value="">Not told</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        dir="ltr"
        placeholder="+234 803 123 4567"
        hint="In international format."
        value={written.phone}
        error={wrong['phone']}
        onChange={({ target }) => onChange({ phone: target.value })}
      />
    </div>
  );
}

export function LinkFields({ written: { links }, wrong, onChange }: FieldsProps) {
  return (
    <fieldset>
      <legend className="mb-s3 font-semibold">Elsewhere</legend>
      <div className="edit-group">
        {networks.map((network) => (
          <TextField
            key={network}
            label={networkWords[network]}
            name={network}
            type="url"
            inputMode="url"
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={limits.socialLink}
            value={links[network]}
            error={wrong[`social_links.${network}`] ?? (network === networks[0] ? wrong['social_links'] : undefined)}
            onChange={({ target }) => onChange({ links: { ...links, [network]: target.value } })}
            onBlur={({ target }) => onChange({ links: { ...links, [network]: asLink(target.value) } })}
          />
        ))}
      </div>
    </fieldset>
  );
}
