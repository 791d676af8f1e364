import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { BrushStroke } from '~/drawings/brush-stroke.tsx';
import { openComposer } from '~/features/composer/composer-door.tsx';
import { barPlaces, type Place, toTopOf } from './places.ts';

/** A phone's way around, within reach of the thumb. */
export function Bar() {
  const [left, right] = barPlaces;
  return (
    <nav aria-label="Main" className="bar">
      {left.map((place) => (
        <BarPlace key={place.to} {...place} />
      ))}
      <button type="button" className="bar-add" aria-label="Share a photo" onClick={openComposer}>
        <Plus size={24} strokeWidth={1.8} aria-hidden="true" />
      </button>
      {right.map((place) => (
        <BarPlace key={place.to} {...place} />
      ))}
    </nav>
  );
}

function BarPlace({ to, words, icon: Icon }: Place) {
  return (
    <Link to={to} className="bar-place" onClick={() => toTopOf(to)}>
      {({ isActive }) => (
        <>
          {isActive && <BrushStroke className="bar-stroke" />}
          <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
          <span>{words}</span>
        </>
      )}
    </Link>
  );
}
