import type { Format } from './format-text.ts';

interface Pressed {
  /** Physical key. */
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const letters: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', e: 'code', k: 'link' };
/** Together with Shift. */
const digits: Readonly<Record<string, Format>> = { Digit7: 'numbered', Digit8: 'list', Digit9: 'quote' };

export function formatOfKey({ code, key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Format | undefined {
  // Ctrl+Alt types characters on many keyboards.
  if (altKey || ctrlKey === metaKey) return undefined;
  return shiftKey ? digits[code] : letters[key.toLowerCase()];
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shortcut as displayed, and in `aria-keyshortcuts` form. */
export function shortcutOf(format: Format): { shown: string; spoken: string } | null {
  const [modifier, spoken] = isApple() ? ['⌘', 'Meta'] : ['Ctrl+', 'Control'];
  const letter = Object.keys(letters)
    .find((key) => letters[key] === format)
    ?.toUpperCase();
  if (letter !== undefined) return { shown: `${modifier}${letter}`, spoken: `${spoken}+${letter}` };
  const digit = Object.keys(digits)
    .find((code) => digits[code] === format)
    ?.slice(-1);
  if (digit === undefined) return null;
  return { shown: `${modifier}${isApple() ? '⇧' : 'Shift+'}${digit}`, spoken: `${spoken}+Shift+${digit}` };
}
