import * as words from '@mbari/words/markdown';
import { Bold, Code, Heading, ImagePlus, Italic, Link, List, ListOrdered, type LucideIcon, TextQuote } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { readingKey } from '~/platform/lib/direction.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import type { Format } from './format-text.ts';

const icons: Record<Format, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  quote: TextQuote,
  list: List,
  numbered: ListOrdered,
  code: Code,
  link: Link,
};

const names: Record<Format, string> = {
  bold: words.bold,
  italic: words.italic,
  heading: words.heading,
  quote: words.quote,
  list: words.bullets,
  numbered: words.numbered,
  code: words.code,
  link: words.link,
};

interface ToolbarProps {
  controls: string;
  onFormat: (format: Format) => void;
  onAddImages?: (() => void) | undefined;
  children?: ReactNode;
}

/** A single tab stop with arrow keys. Clicks leave the focus, and a phone's keyboard, unchanged. */
export function Toolbar({ controls, onFormat, onAddImages, children }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const formats = Object.keys(icons) as Format[];
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[readingKey(event.key)];
    if (index === -1 || next === undefined) return;
    event.preventDefault();
    const focusedIndex = (next + buttons.length) % buttons.length;
    setStop(focusedIndex);
    buttons[focusedIndex]?.focus();
  };
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={words.toolbar}
      aria-controls={controls}
      className="markdown-toolbar"
      onKeyDown={walk}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {formats.map((format, index) => {
        const Icon = icons[format];
        const name = names[format];
        const shortcut = shortcutOf(format);
        return (
          <IconButton
            key={format}
            label={name}
            title={shortcut ? words.withKey({ name, key: shortcut.shown }) : name}
            aria-keyshortcuts={shortcut?.spoken}
            tabIndex={index === stop ? 0 : -1}
            onClick={() => onFormat(format)}
          >
            <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        );
      })}
      {onAddImages && (
        <IconButton label={words.addImages} tabIndex={stop === formats.length ? 0 : -1} onClick={onAddImages}>
          <ImagePlus size={18} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      )}
      {children}
    </div>
  );
}

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
function shortcutOf(format: Format): { shown: string; spoken: string } | null {
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
