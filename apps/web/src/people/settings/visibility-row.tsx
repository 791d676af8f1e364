import * as words from '@mbari/words/settings';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { UpgradeWords } from '~/people/plans/upgrade-words.tsx';
import { useUpgradeToast } from '~/people/plans/use-upgrade-toast.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { SelectRow } from '~/platform/ui/setting-row.tsx';

interface VisibilityRowProps {
  label: string;
  /** The stricter choice requires the paid plan. */
  choices: readonly { value: string; label: string }[];
  saved: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  /** Shown to members without the plan. */
  upgrade: { message: string; toastId: string };
}

/** Read-only without a paid plan, except that a stricter choice left by an ended plan can be set to public, and back until saved. */
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
          {!paid && !locked && <span className="block">{words.planEnded}</span>}
        </>
      }
      // Browsers open the list before the change event.
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

/** Keys that move the focus, and browser shortcuts. */
const leavesItBe = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(key) || /^F(?!4$)\d/.test(key);
