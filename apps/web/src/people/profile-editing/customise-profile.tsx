import { type Accent, accents, customiseProfile } from '@mbari/contract/people/profiles';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/customising';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { UpgradeLink } from '~/people/upgrade-link.tsx';
import { profileChanged } from '~/platform/lib/cache-events/follows.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { prepareFiles } from '~/platform/media/prepare-image.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
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

/** The saved cover, a newly chosen file, or none. */
type Cover = Image | { file: Blob; image_path: string } | null;

interface CoverChoiceProps {
  cover: Cover;
  errors: readonly string[] | undefined;
  onChange: (cover: Cover) => void;
}

function CoverChoice({ cover, errors, onChange }: CoverChoiceProps) {
  const [isOpening, setIsOpening] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  useRevokedAddress(cover);
  const chooseFile = async (file: File | undefined) => {
    if (file === undefined || isOpening) return;
    setIsOpening(true);
    const { ready, wrong: problems } = await prepareFiles([file], 1);
    setIsOpening(false);
    setRefusals(problems);
    const [image] = ready;
    if (image) onChange({ file: image.file, image_path: URL.createObjectURL(image.file) });
  };
  const texts = refusals.length > 0 ? refusals : (errors ?? []);
  return (
    <fieldset>
      <legend className="mb-s2 font-semibold">{words.cover}</legend>
      <div className="cover-preview">{cover === null ? <p>{words.noCover}</p> : <img src={cover.image_path} alt={words.coverAlt} />}</div>
      <div className="mt-s3 flex flex-wrap gap-s3">
        <label className="button button-quiet cover-pick">
          {isOpening ? <Spinner /> : <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />}
          {cover === null ? words.chooseCover : words.chooseOtherCover}
          <input
            type="file"
            accept="image/*"
            data-field="cover"
            className="sr-only"
            aria-describedby="cover-rules cover-wrong"
            aria-invalid={texts.length > 0 || undefined}
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Allows picking the same file again.
              event.target.value = '';
              void chooseFile(file);
            }}
          />
        </label>
        {cover !== null && (
          <Button kind="text" onClick={() => onChange(null)}>
            <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.removeCover}
          </Button>
        )}
      </div>
      <p id="cover-rules" className="mt-s2 text-t15 text-ink-meta">
        {words.coverRules}
      </p>
      <div id="cover-wrong" aria-live="polite">
        {texts.map((text) => (
          <FieldError key={text}>{text}</FieldError>
        ))}
      </div>
    </fieldset>
  );
}

/** Revokes the object URL of a replaced file. */
function useRevokedAddress(cover: Cover): void {
  const address = cover !== null && 'file' in cover ? cover.image_path : null;
  useEffect(() => (address === null ? undefined : () => URL.revokeObjectURL(address)), [address]);
}
