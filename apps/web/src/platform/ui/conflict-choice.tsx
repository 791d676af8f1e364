import * as words from '@mbari/words/edit-conflicts';
import { emptyVersion } from '@mbari/words/edit-conflicts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { SharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from './button.tsx';
import './version-text.css';

interface ConflictChoiceProps<Stored extends { readonly version: number }, Values extends object> {
  shared: SharedEdit<Stored, Values>;
  values: Values;
  change: (change: Partial<Values>) => void;
  submit: () => unknown;
}

/** Shows both versions of the fields that both members changed. Saving waits for the choice; the form can still be edited. */
export function ConflictChoice<Stored extends { readonly version: number }, Values extends object>({
  shared,
  values,
  change,
  submit,
}: ConflictChoiceProps<Stored, Values>) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { conflict } = shared;
  useEffect(() => {
    if (conflict !== null) section.current?.focus();
  }, [conflict]);
  if (conflict === null) return null;
  return (
    <section ref={section} className="versions" tabIndex={-1} aria-labelledby={`${id}-title`} aria-describedby={`${id}-hint`}>
      <h3 id={`${id}-title`} className="font-semibold">
        {words.title}
      </h3>
      <p id={`${id}-hint`} className="text-t15">
        {words.hint}
      </p>
      {shared.fieldsOf(values).map(({ label, mine, theirs }) => (
        <div key={label} className="versions-side-by-side">
          <VersionText heading={words.mine({ field: label })} text={mine} />
          <VersionText heading={words.theirs({ field: label })} text={theirs} />
        </div>
      ))}
      <div className="flex flex-wrap gap-s3">
        <Button
          kind="quiet"
          onClick={() => {
            shared.mine();
            void submit();
          }}
        >
          {words.chooseMine}
        </Button>
        <Button kind="quiet" onClick={() => change(shared.theirs())}>
          {words.chooseTheirs}
        </Button>
      </div>
    </section>
  );
}

export const onOrOff = (on: boolean): string => (on ? words.on : words.off);

interface VersionTextProps {
  heading: string;
  title?: string;
  text: string;
  children?: ReactNode;
}

export function VersionText({ heading, title = '', text, children }: VersionTextProps) {
  return (
    <div className="version-text">
      <h4 className="text-t15 text-ink-meta">{heading}</h4>
      {title !== '' && (
        <p className="font-semibold" dir="auto">
          {title}
        </p>
      )}
      <textarea
        className="field-control"
        dir="auto"
        rows={text.length > 60 || text.includes('\n') ? 4 : 2}
        readOnly
        aria-label={heading}
        value={text === '' ? emptyVersion : text}
      />
      {children}
    </div>
  );
}
