import type { ComponentProps } from 'react';
import './switch.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'onChange'> {
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ on, onChange, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      aria-checked={on}
      className="switch"
      checked={on}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
