import type { Format } from './format-text.ts';

interface Pressed {
  /** Where the key is on the keyboard, whatever it types there. */
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const letters: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', e: 'code', k: 'link' };
/** With Shift as well. */
const digits: Readonly<Record<string, Format>> = { Digit7: 'numbered', Digit8: 'list', Digit9: 'quote' };

/** The format that a key asks for together with Ctrl or ⌘. */
export function formatOfKey({ code, key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Format | undefined {
  // Ctrl with Alt types characters on many keyboards.
  if (altKey || ctrlKey === metaKey) return undefined;
  return shiftKey ? digits[code] : letters[key.toLowerCase()];
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** As it is written beside the name of a format, and as screen readers are told it. */
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
