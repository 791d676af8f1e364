import * as words from '@mbari/words/settings';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { UpgradeLink, useUpgradeToast } from '~/people/upgrade-link.tsx';
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

/** Read-only without a paid plan. After a plan has ended, a stricter choice can be set to public, and back until saved. */
export function VisibilityRow({ label, choices, saved, value, onChange, children, upgrade }: VisibilityRowProps) {
  const { user } = useSession();
  const isPaid = user?.viewer.may_set_visibility === true;
  const isLocked = !isPaid && saved === 'public' && value === 'public';
  const showUpgradeToast = useUpgradeToast(upgrade);
  const refuseChange = (event: KeyboardEvent | MouseEvent) => {
    event.preventDefault();
    showUpgradeToast();
  };
  return (
    <SelectRow
      label={label}
      locked={isLocked}
      value={value}
      hint={
        <>
          {!isPaid && <UpgradeLink>{upgrade.message}</UpgradeLink>}
          {!isLocked && <span className="block">{children}</span>}
          {!isPaid && !isLocked && <span className="block">{words.planEnded}</span>}
        </>
      }
      // Refuses `mousedown` and `keydown`: at `change`, the options have already opened.
      {...(isLocked && {
        onMouseDown: refuseChange,
        onKeyDown: (event: KeyboardEvent) => !isHarmlessKey(event) && refuseChange(event),
      })}
      onChange={({ currentTarget }) => {
        const selected = currentTarget.value;
        if (isPaid || selected === 'public' || selected === saved) onChange(selected);
        else showUpgradeToast();
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
const isHarmlessKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(key) || /^F(?!4$)\d/.test(key);
