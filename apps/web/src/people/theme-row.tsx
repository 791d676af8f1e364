import * as words from '@mbari/words/account-menu';
import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '~/platform/lib/theme.ts';
import { BrushStroke } from '~/platform/site/drawings.tsx';

export const themes: readonly { name: Theme; label: string }[] = [
  { name: 'auto', label: words.auto },
  { name: 'light', label: words.light },
  { name: 'dark', label: words.dark },
];

export function ThemeRow() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <fieldset className="account-row">
      <legend className="sr-only">{words.theme}</legend>
      <SunMoon size={20} strokeWidth={1.6} aria-hidden="true" />
      <span aria-hidden="true">{words.theme}</span>
      <span className="account-themes">
        {themes.map(({ name, label }) => (
          <label key={name} className="word">
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={name === theme}
              onChange={() => {
                chooseTheme(name);
                setTheme(name);
              }}
            />
            {label}
            {name === theme && <BrushStroke />}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
