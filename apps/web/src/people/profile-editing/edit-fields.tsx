import { countries, earliestBirthday, latestBirthday } from '@mbari/contract/people/profile-fields';
import * as limits from '@mbari/contract/platform/limits';
import { locale } from '@mbari/words/format';
import * as words from '@mbari/words/profiles';
import { useState } from 'react';
import { networkNames, networks } from '~/people/profiles/names.ts';
import { countryName } from '~/platform/lib/country-name.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { SelectField, TextArea, TextField } from '~/platform/ui/field.tsx';
import { type ProfileValues, toLink } from './profile-values.ts';

export interface FieldsProps {
  values: ProfileValues;
  errors: FieldErrors;
  onChange: (changes: Partial<ProfileValues>) => void;
}

export function AboutFields({ values, errors, onChange }: FieldsProps) {
  const length = lengthOf(values.bio);
  const over = length - limits.bio;
  return (
    <div className="edit-group">
      <TextField
        label={words.name}
        name="name"
        autoComplete="name"
        dir="auto"
        required
        maxLength={limits.name}
        value={values.name}
        error={errors['name']}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={words.occupation}
        name="occupation"
        autoComplete="organization-title"
        dir="auto"
        maxLength={limits.occupation}
        value={values.occupation}
        error={errors['occupation']}
        onChange={({ target }) => onChange({ occupation: target.value })}
      />
      <TextArea
        label={words.bio}
        name="bio"
        rows={3}
        className="edit-wide"
        value={values.bio}
        aside={
          <span className={`text-t15 ${over > 0 ? 'font-semibold text-laterite-ink' : 'text-ink-meta'}`}>
            {words.bioLength({ length, most: limits.bio })}
          </span>
        }
        error={over > 0 ? words.tooLong({ count: over }) : errors['bio']}
        onChange={({ target }) => onChange({ bio: target.value })}
      />
    </div>
  );
}

const genders = [
  { value: 'male', label: words.male },
  { value: 'female', label: words.female },
  { value: 'other', label: words.otherGender },
  { value: 'prefer-not-to-say', label: words.preferNotToSay },
];

interface ContactFieldsProps extends FieldsProps {
  /** Offers 'non-binary' to members who chose it at registration. */
  hasNonBinary: boolean;
}

/** The settings control these fields' visibility. */
export function ContactFields({ hasNonBinary, ...fields }: ContactFieldsProps) {
  const { values, errors, onChange } = fields;
  return (
    <div className="edit-group">
      <GenderField {...fields} hasNonBinary={hasNonBinary} />
      <TextField
        label={words.dateOfBirth}
        name="date_of_birth"
        type="date"
        autoComplete="bday"
        min={earliestBirthday}
        max={latestBirthday()}
        value={values.date_of_birth}
        error={errors['date_of_birth']}
        onChange={({ target }) => onChange({ date_of_birth: target.value })}
      />
      <CountryField {...fields} />
      <TextField
        label={words.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        dir="ltr"
        placeholder="+234 803 123 4567"
        hint={words.phoneHint}
        value={values.phone}
        error={errors['phone']}
        onChange={({ target }) => onChange({ phone: target.value })}
      />
    </div>
  );
}

function GenderField({ values, errors, onChange, hasNonBinary }: ContactFieldsProps) {
  const options = hasNonBinary ? [...genders.slice(0, 2), { value: 'non-binary', label: words.nonBinary }, ...genders.slice(2)] : genders;
  return (
    <SelectField
      label={words.gender}
      name="gender"
      autoComplete="sex"
      value={values.gender}
      error={errors['gender']}
      onChange={({ target }) => onChange({ gender: target.value })}
    >
      <option value="" disabled>
        {words.chooseOne}
      </option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function CountryField({ values, errors, onChange }: FieldsProps) {
  const [options] = useState(countryList);
  return (
    <SelectField
      label={words.country}
      name="country"
      autoComplete="country"
      value={values.country}
      error={errors['country']}
      onChange={({ target }) => onChange({ country: target.value })}
    >
      <option value="">{words.notSaid}</option>
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const linkStart = 'https://';

export function LinkFields({ values: { links }, errors, onChange }: FieldsProps) {
  return (
    <fieldset>
      <legend className="mb-s3 font-semibold">{words.elsewhere}</legend>
      <div className="edit-group">
        {networks.map((network) => (
          <TextField
            key={network}
            label={networkNames[network]}
            name={network}
            data-field={`social_links.${network}`}
            type="url"
            inputMode="url"
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={linkStart}
            maxLength={limits.socialLink}
            value={links[network]}
            error={errors[`social_links.${network}`]}
            onChange={({ target }) => onChange({ links: { ...links, [network]: target.value } })}
            onBlur={({ target }) => onChange({ links: { ...links, [network]: toLink(target.value) } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const countryList = (): { code: string; name: string }[] =>
  countries.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) => a.name.localeCompare(b.name, locale));
