import * as words from '@mbari/words/plans';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toast } from '~/platform/lib/toast.ts';
import './plans.css';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';

export function UpgradeLink({ children }: { children: ReactNode }) {
  return (
    <Link to={usePlansAddress() ?? '/plans'} className="upgrade-words">
      <KolaNut size={16} />
      <span>{children}</span>
    </Link>
  );
}

/** Shows that the paid plan is needed, always in one toast. */
export function useUpgradeToast({ message, toastId }: { message: string; toastId: string }): () => void {
  const address = usePlansAddress() ?? '/plans';
  const navigate = useNavigate();
  return () => {
    toast.blank(
      <span className="upgrade-toast">
        {message}
        <a
          href={address}
          onClick={(event) => {
            toast.dismiss(toastId);
            // Toasts are rendered outside the router.
            if (!address.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void navigate({ to: address });
          }}
        >
          {words.seePlans}
        </a>
      </span>,
      { id: toastId },
    );
  };
}
