import { theme as label } from '@mbari/words/account-menu';
import { themeHint } from '@mbari/words/settings';
import { useState } from 'react';
import { themes } from '~/people/theme-row.tsx';
import { chosenTheme, chooseTheme } from '~/platform/lib/theme.ts';
import { SelectRow } from '~/platform/ui/setting-row.tsx';

/** Applies at once. */
export function ThemeSetting() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <SelectRow
      label={label}
      hint={themeHint}
      value={theme}
      onChange={({ currentTarget: { value } }) => {
        const { name } = themes.find((one) => one.name === value) ?? { name: 'auto' };
        chooseTheme(name);
        setTheme(name);
      }}
    >
      {themes.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectRow>
  );
}
