import * as words from '@mbari/words/ui';
import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | readonly string[] | undefined;
  aside?: ReactNode;
}

export function TextField({ label, hint, error, aside, className, ...input }: FieldProps & ComponentProps<'input'>) {
  const field = useField(input.id, hint, error);
  return (
    <Frame {...{ label, hint, error, aside, className, field }}>
      <input
        dir={input.type === 'email' || input.type === 'url' ? 'ltr' : undefined}
        {...input}
        {...field.control}
        className="field-control"
      />
    </Frame>
  );
}

export function TextArea({ label, hint, error, aside, className, ...input }: FieldProps & ComponentProps<'textarea'>) {
  const field = useField(input.id, hint, error);
  return (
    <Frame {...{ label, hint, error, aside, className, field }}>
      <textarea dir="auto" {...input} {...field.control} className="field-control field-area" />
    </Frame>
  );
}

export function SelectField({ label, hint, error, aside, className, children, ...input }: FieldProps & ComponentProps<'select'>) {
  const field = useField(input.id, hint, error);
  return (
    <Frame {...{ label, hint, error, aside, className, field }}>
      <span className="relative block">
        <select {...input} {...field.control} className="field-control field-select">
          {children}
        </select>
        <ChevronDown className="field-icon pointer-events-none" size={18} strokeWidth={1.6} aria-hidden="true" />
      </span>
    </Frame>
  );
}

export function PasswordField({ label, hint, error, aside, className, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const field = useField(input.id, hint, error);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Frame {...{ label, hint, error, aside, className, field }}>
      <span className="relative block">
        <input
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...field.control}
          type={shown ? 'text' : 'password'}
          className="field-control field-beside-button"
        />
        <button
          type="button"
          className="icon-button absolute inset-y-0 end-1 m-auto"
          aria-label={shown ? words.hidePassword : words.showPassword}
          aria-pressed={shown}
          aria-controls={field.control.id}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </span>
    </Frame>
  );
}

/** Error under a field: an icon and text, never colour alone. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <CircleAlert size={18} strokeWidth={1.6} aria-hidden="true" className="mt-[2px] shrink-0" />
      <span>{children}</span>
    </p>
  );
}

function useField(id: string | undefined, hint: ReactNode, error: FieldProps['error']) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const isInvalid = error !== undefined && error.length > 0;
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  const described = [isInvalid && errorId, hint && hintId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    wrong: isInvalid,
    control: { id: fieldId, 'aria-invalid': isInvalid || undefined, 'aria-describedby': described || undefined },
  };
}

interface FrameProps extends FieldProps {
  className: string | undefined;
  field: ReturnType<typeof useField>;
  children: ReactNode;
}

function Frame({ label, hint, error, aside, className, field, children }: FrameProps) {
  const texts = typeof error === 'string' ? [error] : (error ?? []);
  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-s4">
        <label htmlFor={field.control.id} className="text-t15 font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children}
      <div aria-live="polite">
        {field.wrong && (
          <FieldError id={field.errorId}>
            {texts.map((text) => (
              <span key={text} className="block">
                {text}
              </span>
            ))}
          </FieldError>
        )}
      </div>
      {hint && (
        <p id={field.hintId} className="mt-1 text-t15 text-ink-meta">
          {hint}
        </p>
      )}
    </div>
  );
}
