import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-polls';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { endDays, newChoice, type PollDraft, type PollProblems } from './poll-draft.ts';
import './forum-polls.css';

export interface PollFormProps {
  draft: PollDraft;
  onChange: (draft: PollDraft) => void;
  onRemove: () => void;
  /** Result of `problemsOf` after an attempt to post. */
  problems?: PollProblems | undefined;
}

export function PollForm({ draft, onChange, onRemove, problems }: PollFormProps) {
  const id = useId();
  const change = (some: Partial<PollDraft>): void => onChange({ ...draft, ...some });
  return (
    <fieldset className="poll-editor" aria-labelledby={id}>
      <div className="poll-editor-head">
        <p id={id} className="font-semibold">
          {words.poll}
        </p>
        <Button kind="text" onClick={onRemove}>
          {words.removePoll}
        </Button>
      </div>
      <TextField
        label={
          <>
            {words.question}
            <span className="font-normal text-ink-meta">{words.optional}</span>
          </>
        }
        dir="auto"
        maxLength={limits.pollQuestion}
        value={draft.question}
        onChange={(event) => change({ question: event.target.value })}
      />
      <ChoiceFields choices={draft.choices} problems={problems?.choices} onChange={(choices) => change({ choices })} />
      <div aria-live="polite">{problems?.count && <FieldError>{problems.count}</FieldError>}</div>
      <label className="poll-several">
        <input type="checkbox" checked={draft.several} onChange={(event) => change({ several: event.target.checked })} />
        <span>{words.several}</span>
      </label>
      <EndFields draft={draft} error={problems?.end} onChange={change} />
      <p className="poll-hint">{words.fixedAfterwards}</p>
    </fieldset>
  );
}

interface EndFieldsProps {
  draft: PollDraft;
  error: string | undefined;
  onChange: (some: Pick<PollDraft, 'end'> | Pick<PollDraft, 'endTime'>) => void;
}

function EndFields({ draft: { end, endTime }, error, onChange }: EndFieldsProps) {
  const choose = (value: string): void => onChange({ end: value === 'none' || value === 'time' ? value : Number(value) });
  return (
    <div className="poll-end">
      <SelectField label={words.end} value={String(end)} onChange={(event) => choose(event.target.value)}>
        {endDays.map((days) => (
          <option key={days} value={days}>
            {words.afterDays({ days })}
          </option>
        ))}
        <option value="time">{words.atATime}</option>
        <option value="none">{words.noEnd}</option>
      </SelectField>
      {end === 'time' && (
        <TextField
          label={words.endTime}
          type="datetime-local"
          value={endTime}
          error={error}
          onChange={(event) => onChange({ endTime: event.target.value })}
        />
      )}
    </div>
  );
}

type Choices = PollDraft['choices'];

interface ChoiceFieldsProps {
  choices: Choices;
  problems: ReadonlyMap<string, string> | undefined;
  onChange: (choices: Choices) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function ChoiceFields({ choices, problems, onChange }: ChoiceFieldsProps) {
  const { list, focusNext } = useFocusNext();
  const [announcement, setAnnouncement] = useState('');
  const add = (): void => {
    if (choices.length >= limits.pollChoices) return;
    onChange([...choices, newChoice()]);
    focusNext(choices.length, 'input');
  };
  const remove = (index: number): void => {
    onChange(choices.toSpliced(index, 1));
    focusNext(Math.max(0, index - 1), 'input');
  };
  const move = (from: number, to: number): void => {
    onChange(choices.toSpliced(from, 1).toSpliced(to, 0, choices[from]!));
    setAnnouncement(words.moved({ position: to + 1 }));
    const isAtEnd = to === 0 || to === choices.length - 1;
    // At either end, the pressed button becomes disabled, so focus the text field.
    focusNext(to, isAtEnd ? 'input' : to < from ? '[data-move="up"]' : '[data-move="down"]');
  };
  return (
    <div>
      <ol ref={list} className="poll-editor-choices" aria-label={words.choices}>
        {choices.map(({ id, text }, index) => (
          <ChoiceField
            key={id}
            {...{ at: index, text, problem: problems?.get(id), count: choices.length }}
            onWrite={(newText) => onChange(choices.with(index, { id, text: newText }))}
            onEnter={() => (index === choices.length - 1 ? add() : focusNext(index + 1, 'input'))}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {choices.length < limits.pollChoices && (
        <Button kind="text" className="mt-s2" onClick={add}>
          <Plus {...icon} /> {words.addChoice}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface ChoiceFieldProps {
  at: number;
  count: number;
  text: string;
  problem: string | undefined;
  onWrite: (text: string) => void;
  onEnter: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function ChoiceField({ at, count, text, problem, onWrite, onEnter, onMove, onRemove }: ChoiceFieldProps) {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isImeKey(event)) return;
    // Enter must not send the post.
    event.preventDefault();
    onEnter();
  };
  return (
    <li className="poll-editor-choice" data-wrong={problem !== undefined || undefined}>
      <TextField
        label={words.choice({ position: at + 1 })}
        dir="auto"
        maxLength={limits.pollChoice}
        value={text}
        error={problem}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKey}
      />
      <IconButton label={words.moveUp({ position: at + 1 })} data-move="up" disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp {...icon} />
      </IconButton>
      <IconButton label={words.moveDown({ position: at + 1 })} data-move="down" disabled={at === count - 1} onClick={() => onMove(at + 1)}>
        <ArrowDown {...icon} />
      </IconButton>
      <IconButton label={words.removeChoice({ position: at + 1 })} disabled={count <= limits.pollChoicesMin} onClick={onRemove}>
        <X {...icon} />
      </IconButton>
    </li>
  );
}

/** Moves the focus to a choice after it has been rendered in its new place. */
function useFocusNext() {
  const list = useRef<HTMLOListElement>(null);
  const [focusTarget, setFocusTarget] = useState<{ at: number; part: string } | null>(null);
  useEffect(() => {
    if (focusTarget) list.current?.children[focusTarget.at]?.querySelector<HTMLElement>(focusTarget.part)?.focus();
  }, [focusTarget]);
  return { list, focusNext: (index: number, part: string) => setFocusTarget({ at: index, part }) };
}
