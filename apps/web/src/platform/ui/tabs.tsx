'use no memo';

import type { KeyboardEvent, ReactNode } from 'react';
import { readingKey } from '~/platform/lib/direction.ts';
import { BrushStroke } from '~/platform/site/drawings.tsx';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  controls?: string;
}

/** Row of tabs. Arrow keys, Home and End change the selection. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, controls }: TabsProps<Name>) {
  const choose = (name: Name) => {
    onChoose(name);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      document.getElementById(controls ?? '')?.animate({ opacity: [0.3, 1] }, 160);
  };
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[readingKey(event.key)];
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length];
    if (tab === undefined || next === undefined) return;
    event.preventDefault();
    choose(tab.name);
    const buttons = event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]');
    buttons[(next + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="flex flex-wrap gap-x-s5" onKeyDown={walk}>
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={controls}
          tabIndex={name === chosen ? 0 : -1}
          className="word"
          onClick={() => choose(name)}
        >
          {label}
          {name === chosen && <BrushStroke />}
        </button>
      ))}
    </div>
  );
}
