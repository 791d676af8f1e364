import * as words from '@mbari/words/settings';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { UpgradeWords } from '~/people/plans/upgrade-words.tsx';
import { useUpgradeToast } from '~/people/plans/use-upgrade-toast.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { SelectRow } from '~/platform/ui/setting-row.tsx';

interface VisibilityRowProps {
  label: string;
  /** The stricter choice is part of the paid plan. */
  choices: readonly { value: string; label: string }[];
  saved: string;
  value: string;
  onChange: (value: string) => void;
  /** What the choices mean. */
  children: ReactNode;
  /** Shown to members without the plan. */
  upgrade: { message: string; toastId: string };
}

/**
 * Who may see something. Without a paid plan it can only be read. Where an ended plan left the stricter choice, the member may go back
 * to public, and undo that until they save.
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
          {!paid && !locked && <span className="block">{words.planEnded}</span>}
        </>
      }
      // A browser opens the list before it reports a change.
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

/** Keys that move the focus, and the browser's own shortcuts. */
const leavesItBe = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(key) || /^F(?!4$)\d/.test(key);
