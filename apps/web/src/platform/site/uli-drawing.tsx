'use no memo';

import drawings from './uli.svg';

export type UliName = 'hanging' | 'lost' | 'cracked' | 'offline' | 'letter' | 'quiet' | 'door';

export function UliDrawing({ name, className = '' }: { name: UliName; className?: string }) {
  return (
    <svg
      className={`mx-auto w-full max-w-[440px] text-ink ${className}`}
      viewBox={`0 0 440 ${name === 'door' ? 340 : 232}`}
      aria-hidden="true"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
