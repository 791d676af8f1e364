import { countryCodes, defaultCountryCode } from '@mbari/contract/country-codes';
import { SelectField } from '~/ui/field.tsx';

export function CountryCodeField({ error }: { error: readonly string[] | undefined }) {
  return (
    <SelectField label="Country code" name="country_code" autoComplete="tel-country-code" defaultValue={defaultCountryCode} error={error}>
      {countryCodes.map(({ region, codes }) => (
        <optgroup key={region} label={region}>
          {codes.map(({ code, iso, name }) => (
            <option key={iso} value={code}>
              {code} {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
