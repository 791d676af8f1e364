import { changeJoining } from '@mbari/contract/joining';
import type { Joining } from '@mbari/contract/shapes/joining';
import * as words from '@mbari/words/joining';
import { useQueryClient } from '@tanstack/react-query';
import { SwitchRow } from '~/features/settings/setting-row.tsx';
import { joiningChanged } from '~/lib/cache-events/joining.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import '~/features/settings/settings.css';
import './joining.css';

const modes = [
  { mode: 'open', label: words.open, hint: words.openHint },
  { mode: 'invitation', label: words.invitation, hint: words.invitationHint },
  { mode: 'closed', label: words.closed, hint: words.closedHint },
] as const;

/** How people become members. */
export function JoiningForm({ joining }: { joining: Joining }) {
  const client = useQueryClient();
  const { values, change, unsaved, busy, onSubmit } = useForm<Joining>({
    start: joining,
    send: async (body) => {
      await call(changeJoining, { body: { ...body, mode: body.mode === 'approval' ? undefined : body.mode } });
      toast.success(words.saved);
      await joiningChanged(client);
    },
    onFailure: (error) => toast.error(wordsOf(error, words.saveFailed)),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className="joining-modes">
        <legend className="font-semibold">{words.mode}</legend>
        {modes.map(({ mode, label, hint }) => (
          <div key={mode} className="joining-mode">
            <input
              id={`joining-${mode}`}
              type="radio"
              name="mode"
              value={mode}
              checked={values.mode === mode}
              aria-describedby={`joining-${mode}-hint`}
              onChange={() => change({ mode })}
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
      <SwitchRow
        label={words.membersInvite}
        hint={words.membersInviteHint}
        on={values.members_invite}
        onChange={(members_invite) => change({ members_invite })}
      />
      <Button type="submit" className="mt-s5" busy={busy && words.saving} disabled={!unsaved}>
        {words.save}
      </Button>
    </form>
  );
}
