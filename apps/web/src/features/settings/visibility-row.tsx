import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { UpgradeWords } from '~/features/plans/upgrade-words.tsx';
import { useUpgradeToast } from '~/features/plans/use-upgrade-toast.tsx';
import { useSession } from '~/lib/session.ts';
import { SelectRow } from './setting-row.tsx';

interface VisibilityRowProps {
  label: string;
  /** The stricter choice is part of the paid plan. */
  choices: readonly { value: string; label: string }[];
  saved: string;
  value: string;
  onChange: (value: string) => void;
  /** What the choices mean. */
  children: ReactNode;
  /** Said to whom it is not open; the toast's id names the thing. */
  upgrade: { message: string; toastId: string };
}

/**
 * Who may see something. Members without a paid plan see how it is set. Where a plan left something stricter behind, they may go back
 * to public, and change their mind about it until they save.
 */
export function VisibilityRow({ label, choices, saved, value, onChange, children, upgrade }: VisibilityRowProps) {
  const { user } = useSession();
  const paid = user?.viewer.may_set_visibility === true;
  const locked = !paid && saved === 'public' && value === 'public';
  const sayUpgrade = useUpgradeToast(upgrade);
  const refuse = (event: KeyboardEvent | MouseEvent) => {
    event.preventDefault();
    sayUpgrade();
  };
  return (
    <SelectRow
      label={label}
      locked={locked}
      value={value}
      hint={
        <>
          {!paid && <UpgradeWords>{upgrade.message}</UpgradeWords>}
          {!locked && <span className="block">{children}</span>}
          {!paid && !locked && <span className="block">Your plan has ended: this stays as it is, and you can go back to public.</span>}
        </>
      }
      // A browser opens the list before it tells of a change.
      {...(locked && {
        onMouseDown: refuse,
        onKeyDown: (event: KeyboardEvent) => !leavesItBe(event) && refuse(event),
      })}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        if (paid || chosen === 'public' || chosen === saved) onChange(chosen);
        else sayUpgrade();
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectRow>
  );
}

/** Keys that walk on, and chords that are the browser's own. */
const leavesItBe = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(key) || /^F(?!4$)\d/.test(key);
