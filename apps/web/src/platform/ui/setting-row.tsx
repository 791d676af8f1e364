'use no memo';

import { ChevronDown, Lock } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Switch } from './switch.tsx';

interface RowProps {
  label: string;
  hint: ReactNode;
}

interface SwitchRowProps extends RowProps {
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function SwitchRow({ label, hint, on, disabled, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <SettingRow {...{ id, label, hint }}>
      <Switch id={id} aria-describedby={`${id}-hint`} on={on} disabled={disabled} onChange={onChange} />
    </SettingRow>
  );
}

interface SelectRowProps extends RowProps, ComponentProps<'select'> {
  /** Read-only but focusable, so that its hint is read out. */
  locked?: boolean;
}

export function SelectRow({ label, hint, locked, ...select }: SelectRowProps) {
  const id = useId();
  const Icon = locked ? Lock : ChevronDown;
  return (
    <SettingRow {...{ id, label, hint }} wide>
      <span className="setting-select">
        <select
          {...select}
          id={id}
          className="field-control field-select"
          aria-describedby={`${id}-hint`}
          aria-disabled={locked ? true : undefined}
        />
        <Icon className="field-icon pointer-events-none" size={18} strokeWidth={1.6} aria-hidden="true" />
      </span>
    </SettingRow>
  );
}

interface SettingRowProps extends RowProps {
  id: string;
  wide?: boolean;
  children: ReactNode;
}

function SettingRow({ id, label, hint, wide, children }: SettingRowProps) {
  return (
    <div className="setting" data-wide={wide}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <div id={`${id}-hint`} className="text-t15 text-pretty text-ink-meta">
          {hint}
        </div>
      </div>
      {children}
    </div>
  );
}
