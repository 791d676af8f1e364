import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { KolaNut } from '~/platform/site/kola-nut.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import './plans.css';

export function UpgradeLink({ children }: { children: ReactNode }) {
  return (
    <Link to={usePlansAddress() ?? '/plans'} className="upgrade-words">
      <KolaNut size={16} />
      <span>{children}</span>
    </Link>
  );
}
