import { changeJoining, type Joining, readJoining } from '@mbari/contract/identity/joining';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/joining';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { joiningChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { joiningKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice, onOrOff } from '~/platform/ui/conflict-choice.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { Note } from '~/platform/ui/note.tsx';
import '~/people/settings/settings.css';
import './joining.css';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';

const modes = [
  { mode: 'open', label: words.open, hint: words.openHint },
  { mode: 'approval', label: words.approval, hint: words.approvalHint },
  { mode: 'invitation', label: words.invitation, hint: words.invitationHint },
  { mode: 'closed', label: words.closed, hint: words.closedHint },
] as const;

interface JoiningValues extends Pick<Joining, 'mode' | 'members_invite' | 'block_aliases'> {
  question: string;
  wave: string;
}

const valuesOf = ({ mode, members_invite, block_aliases, question, wave }: Joining): JoiningValues => ({
  mode,
  members_invite,
  block_aliases,
  question: question ?? '',
  wave: String(wave),
});
const fields: SharedFields<JoiningValues> = {
  mode: { label: words.mode, text: (chosen) => modes.find(({ mode }) => mode === chosen)?.label ?? chosen },
  members_invite: { label: words.membersInvite, text: onOrOff },
  block_aliases: { label: words.blockAliases, text: onOrOff },
  question: { label: words.question, text: String },
  wave: { label: words.wave, text: String },
};

export function JoiningForm({ joining }: { joining: Joining }) {
  const client = useQueryClient();
  const shared = useSharedEdit({ read: joining, valuesOf, fields });
  const { values, change, unsaved, errors, busy, onSubmit, submit } = useForm<JoiningValues>({
    start: valuesOf(shared.base ?? joining),
    check: validate,
    waits: shared.mustChoose,
    send: async (submitted) => {
      await shared.save(submitted, async ({ question, wave, ...settings }, base) => {
        const body = { ...settings, question: question.trim(), wave: Number(wave), ...(base && { version: base.version }) };
        return (await call(changeJoining, { body })).data;
      });
      await joiningChanged(client);
    },
    done: words.saved,
    failed: words.saveFailed,
  });
  return (
    <>
      <ReopenNotice until={joining.closed_until} />
      <form onSubmit={onSubmit} noValidate className="joining-form">
        <ModeFields mode={values.mode} onChange={(mode) => change({ mode })} />
        {values.mode === 'approval' && (
          <TextArea
            name="question"
            rows={3}
            label={words.question}
            hint={words.questionHint}
            maxLength={limits.joiningQuestion}
            value={values.question}
            error={errors['question']}
            onChange={({ currentTarget }) => change({ question: currentTarget.value })}
          />
        )}
        <SwitchRow
          label={words.membersInvite}
          hint={words.membersInviteHint}
          on={values.members_invite}
          onChange={(on) => change({ members_invite: on })}
        />
        <SwitchRow
          label={words.blockAliases}
          hint={words.blockAliasesHint}
          on={values.block_aliases}
          onChange={(on) => change({ block_aliases: on })}
        />
        <TextField
          name="wave"
          label={words.wave}
          hint={words.waveHint}
          inputMode="numeric"
          autoComplete="off"
          value={values.wave}
          error={errors['wave']}
          onChange={({ currentTarget }) => change({ wave: currentTarget.value })}
        />
        <p className="text-t15 text-ink-meta">{words.awayHint}</p>
        <ConflictChoice {...{ shared, values, change, submit }} />
        <Button type="submit" className="justify-self-start" busy={busy && words.saving} disabled={!unsaved}>
          {words.save}
        </Button>
      </form>
    </>
  );
}

export const joiningSettings = queryOptions({
  queryKey: joiningKey,
  queryFn: async ({ signal }) => (await call(readJoining, { signal })).data,
  staleTime: 0,
});

const validate = ({ wave }: JoiningValues): FieldErrors =>
  /^\d{1,5}$/.test(wave.trim()) && Number(wave) <= limits.joiningWave ? {} : { wave: [words.notWave({ most: limits.joiningWave })] };

function ModeFields({ mode: selectedMode, onChange }: { mode: Joining['mode']; onChange: (mode: Joining['mode']) => void }) {
  return (
    <fieldset className="joining-modes">
      <legend className="font-semibold">{words.mode}</legend>
      {modes.map(({ mode, label, hint }) => (
        <div key={mode} className="joining-mode">
          <input
            id={`joining-${mode}`}
            type="radio"
            name="mode"
            value={mode}
            checked={selectedMode === mode}
            aria-describedby={`joining-${mode}-hint`}
            onChange={() => onChange(mode)}
          />
          <div className="min-w-0">
            <label htmlFor={`joining-${mode}`} className="font-semibold">
              {label}
            </label>
            <p id={`joining-${mode}-hint`} className="text-t15 text-ink-meta">
              {hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** Notice that too many registrations closed joining, with a button to reopen it. */
function ReopenNotice({ until }: { until: string | null }) {
  const client = useQueryClient();
  const reopen = useAction(
    async () => {
      await call(changeJoining, { body: { reopen: true } });
      await joiningChanged(client);
    },
    words.saveFailed,
    words.reopened,
  );
  if (until === null) return null;
  return (
    <div className="joining-closed">
      <Note kind="bad">{words.closedByWave}</Note>
      <Button kind="quiet" busy={reopen.busy && words.saving} onClick={() => void reopen.run()}>
        {words.reopen}
      </Button>
    </div>
  );
}
