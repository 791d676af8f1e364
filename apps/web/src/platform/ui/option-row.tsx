import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import { Switch } from './switch.tsx';
import './option-row.css';

interface RowProps {
  icon: LucideIcon;
  label: string;
}

interface SelectOptionProps extends RowProps, ComponentProps<'select'> {
  hint?: ReactNode;
  error?: string | undefined;
}

export function SelectOption({ icon, label, hint, error, ...select }: SelectOptionProps) {
  const id = useId();
  return (
    <div className="option-row">
      <Label {...{ icon, label, id }} />
      <span className="option-select">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        />
        <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
      </span>
      {hint && (
        <p id={`${id}-hint`} className="option-hint option-below">
          {hint}
        </p>
      )}
      {error && (
        <div className="option-below">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

interface SwitchOptionProps extends RowProps {
  hint: ReactNode;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

export function SwitchOption({ icon, label, hint, ...control }: SwitchOptionProps) {
  const id = useId();
  return (
    <div className="option-row">
      <Label {...{ icon, label, id }}>
        <span id={`${id}-hint`} className="option-hint" aria-live="polite">
          {hint}
        </span>
      </Label>
      <Switch {...control} id={id} aria-describedby={`${id}-hint`} />
    </div>
  );
}

function Label({ icon: Icon, label, id, children }: RowProps & { id: string; children?: ReactNode }) {
  return (
    <>
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" className="flex-none" />
      <div className="option-words">
        <label htmlFor={id}>{label}</label>
        {children}
      </div>
    </>
  );
}
