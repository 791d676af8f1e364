import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-polls';
import { useId } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { endDays, type PollDraft, type PollProblems } from './poll-draft.ts';
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
