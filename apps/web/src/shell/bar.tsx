// Renders once per page, so the compiler's memo code costs more than it saves.
'use no memo';

import * as words from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { openComposer } from '~/photos/composer/composer-host.tsx';
import { BrushStroke } from '~/platform/site/drawings.tsx';
import { barItems, type NavItem, toTopOf } from './nav-items.ts';

/** Bottom navigation on phones. */
export function Bar() {
  const [left, right] = barItems;
  return (
    <nav aria-label={words.main} className="bar">
      {left.map((item) => (
        <BarItem key={item.to} {...item} />
      ))}
      <button type="button" className="bar-add" aria-label={words.shareAPhoto} onClick={openComposer}>
        <Plus size={24} strokeWidth={1.8} aria-hidden="true" />
      </button>
      {right.map((item) => (
        <BarItem key={item.to} {...item} />
      ))}
    </nav>
  );
}

function BarItem({ to, label, icon: Icon }: NavItem) {
  return (
    <Link to={to} className="bar-link" onClick={() => toTopOf(to)}>
      {({ isActive }) => (
        <>
          {isActive && <BrushStroke className="bar-stroke" />}
          <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
          <span>{label}</span>
        </>
      )}
    </Link>
  );
}
