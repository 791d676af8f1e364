import { type Accent, accents, customiseProfile } from '@mbari/contract/people/profiles';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/customising';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { UpgradeLink } from '~/people/upgrade-link.tsx';
import { profileChanged } from '~/platform/lib/cache-events/follows.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { type Cover, CoverChoice } from './cover-choice.tsx';
import { PinChoice } from './pin-choice.tsx';
import './customise-profile.css';

interface CustomiseProfileProps {
  profile: Profile;
  onClose: () => void;
}

/** For paid members; others see a description. */
export function CustomiseProfile(props: CustomiseProfileProps) {
  const { user } = useSession();
  return user?.viewer.may_customise ? <Customise {...props} /> : <UpgradeNotice onClose={props.onClose} />;
}

function UpgradeNotice({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={words.makeItYours}
      onClose={onClose}
      footer={
        <Button kind="quiet" onClick={onClose}>
          {words.notNow}
        </Button>
      }
    >
      <div className="grid gap-s4">
        <p>{words.whatItIs}</p>
        <p className="text-ink-quiet">{words.paidPlan}</p>
        <UpgradeLink>{words.seePlans}</UpgradeLink>
      </div>
    </Dialog>
  );
}

interface Values {
  cover: Cover;
  accent: Accent | null;
  pinned: readonly Photo[];
}

function Customise({ profile, onClose }: CustomiseProfileProps) {
  const { values, change, onSubmit, busy, errors, unsaved } = useCustomiseForm(profile, onClose);
  return (
    <EditDialog
      title={words.customise}
      size="large"
      className="customise"
      busy={busy}
      unsaved={unsaved}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <CoverChoice cover={values.cover} errors={errors['cover']} onChange={(cover) => change({ cover })} />
      <AccentChoice accent={values.accent} errors={errors['accent']} onChange={(accent) => change({ accent })} />
      <PinChoice username={profile.username} pinned={values.pinned} errors={errors['pinned']} onChange={(pinned) => change({ pinned })} />
      <div aria-live="polite">{errors['form'] && <FieldError>{errors['form'][0]}</FieldError>}</div>
    </EditDialog>
  );
}

function useCustomiseForm(profile: Profile, onClose: () => void) {
  const client = useQueryClient();
  const [initial] = useState<Values>(profile.customisation);
  const form = useForm<Values>({
    start: initial,
    send: async (values) => {
      const { cover, ...changes } = changesOf(initial, values);
      try {
        await call(customiseProfile, cover ? { form: asForm(changes, cover) } : { body: changes });
      } catch (error) {
        toast.error(sentences.profileUpdateFailed);
        throw error;
      }
      await profileChanged(client, profile.username).catch(() => undefined);
      toast.success(sentences.profileUpdated);
      onClose();
    },
    onFailure: (error) => ({ form: [errorMessage(error, words.interrupted)] }),
  });
  const unsaved = Object.keys(changesOf(initial, form.values)).length > 0;
  return { ...form, unsaved };
}

interface Changes {
  accent?: Accent | '';
  pinned?: string[];
  remove_cover?: boolean;
}

function changesOf(initial: Values, current: Values): Changes & { cover?: Blob } {
  const pinned = current.pinned.map(({ id }) => id);
  return {
    ...(current.accent !== initial.accent && { accent: current.accent ?? '' }),
    ...(pinned.join() !== initial.pinned.map(({ id }) => id).join() && { pinned }),
    ...(current.cover === null && initial.cover !== null && { remove_cover: true }),
    ...(current.cover !== null && 'file' in current.cover && { cover: current.cover.file }),
  };
}

function asForm({ accent, pinned }: Changes, cover: Blob): FormData {
  const form = new FormData();
  if (accent !== undefined) form.append('accent', accent);
  for (const [index, id] of (pinned ?? []).entries()) form.append(`pinned[${index}]`, id);
  form.append('cover', cover, 'cover');
  return form;
}

const names: Record<Accent, string> = {
  laterite: words.laterite,
  ochre: words.ochre,
  indigo: words.indigo,
  leaf: words.leaf,
  kola: words.kola,
  soot: words.soot,
};

interface AccentChoiceProps {
  accent: Accent | null;
  errors: readonly string[] | undefined;
  onChange: (accent: Accent | null) => void;
}

/** The colour of the profile's strokes and the avatar's ring. */
function AccentChoice({ accent, errors, onChange }: AccentChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={errors && errorId}>
      <legend className="mb-s2 font-semibold">{words.accent}</legend>
      <div className="accents">
        {[null, ...accents].map((value) => (
          <label key={value ?? 'none'} className="accent" data-accent={value ?? 'none'}>
            <input type="radio" name="accent" className="sr-only" checked={accent === value} onChange={() => onChange(value)} />
            <span className="accent-swatch" aria-hidden="true" />
            {value === null ? words.ownAccent : names[value]}
          </label>
        ))}
      </div>
      <div aria-live="polite">{errors && <FieldError id={errorId}>{errors[0]}</FieldError>}</div>
    </fieldset>
  );
}
