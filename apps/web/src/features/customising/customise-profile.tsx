import type { Accent } from '@mbari/contract/accents';
import { customiseProfile } from '@mbari/contract/customising';
import * as sentences from '@mbari/contract/sentences';
import type { Photo } from '@mbari/contract/shapes/photos';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { UpgradeWords } from '~/features/plans/upgrade-words.tsx';
import type { Profile } from '~/features/profiles/profile-queries.ts';
import { profileChanged } from '~/lib/cache-events/members.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { useUnsaved } from '~/lib/use-unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { DiscardDialog } from '~/ui/discard-dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { AccentChoice } from './accent-choice.tsx';
import { type Cover, CoverChoice } from './cover-choice.tsx';
import { PinChoice } from './pin-choice.tsx';
import './customise-profile.css';

interface CustomiseProfileProps {
  profile: Profile;
  onClose: () => void;
}

/** What a paid member makes of their profile; to others it is told what it would be. */
export function CustomiseProfile(props: CustomiseProfileProps) {
  const { user } = useSession();
  return user?.viewer.may_customise ? <Customise {...props} /> : <NotYet onClose={props.onClose} />;
}

function NotYet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Make it yours"
      onClose={onClose}
      foot={
        <Button kind="quiet" onClick={onClose}>
          Not now
        </Button>
      }
    >
      <div className="grid gap-s4">
        <p>A wide cover above your name, a colour of your own, and up to three posts pinned before all others.</p>
        <p className="text-ink-quiet">They come with the paid plan, which keeps this house standing. Everything else here stays yours.</p>
        <UpgradeWords>See what the plans offer</UpgradeWords>
      </div>
    </Dialog>
  );
}

interface Made {
  cover: Cover;
  accent: Accent | null;
  pinned: readonly Photo[];
}

function Customise({ profile, onClose }: CustomiseProfileProps) {
  const client = useQueryClient();
  const [before] = useState<Made>(() => ({ ...profile.customisation, cover: profile.customisation.cover }));
  const [made, setMade] = useState(before);
  const [wrong, setWrong] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const leaving = useUnsaved(Object.keys(changesOf(before, made)).length > 0, onClose);

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    const { cover, ...changes } = changesOf(before, made);
    setBusy(true);
    setWrong({});
    try {
      await call(customiseProfile, cover ? { form: asForm(changes, cover) } : { body: changes });
      await profileChanged(client, profile.username).catch(() => undefined);
      toast.success(sentences.profileUpdated);
      leaving.leave();
    } catch (error) {
      setBusy(false);
      setWrong(
        error instanceof CallRefused && Object.keys(error.errors).length > 0
          ? error.errors
          : { form: [wordsOf(error, 'The line dropped. Nothing you chose is lost.')] },
      );
      toast.error(sentences.profileUpdateFailed);
    }
  };

  const change = (changed: Partial<Made>) => setMade((now) => ({ ...now, ...changed }));
  return (
    <>
      <Dialog
        title="Customise"
        size="large"
        onClose={leaving.ask}
        foot={
          <>
            <Button kind="quiet" onClick={leaving.ask}>
              Cancel
            </Button>
            <Button busy={busy && 'Saving...'} onClick={() => void save()}>
              Save changes
            </Button>
          </>
        }
      >
        <form className="customise" onSubmit={(event) => void save(event)} noValidate aria-busy={busy}>
          <CoverChoice cover={made.cover} wrong={wrong['cover']} onChange={(cover) => change({ cover })} />
          <AccentChoice accent={made.accent} wrong={wrong['accent']} onChange={(accent) => change({ accent })} />
          <PinChoice username={profile.username} pinned={made.pinned} wrong={wrong['pinned']} onChange={(pinned) => change({ pinned })} />
          <div aria-live="polite">{wrong['form'] && <FieldError>{wrong['form'][0]}</FieldError>}</div>
        </form>
      </Dialog>
      <DiscardDialog {...leaving} />
    </>
  );
}

interface Changes {
  accent?: Accent | '';
  pinned?: string[];
  remove_cover?: boolean;
}

function changesOf(before: Made, now: Made): Changes & { cover?: Blob } {
  const pinned = now.pinned.map(({ id }) => id);
  return {
    ...(now.accent !== before.accent && { accent: now.accent ?? '' }),
    ...(pinned.join() !== before.pinned.map(({ id }) => id).join() && { pinned }),
    ...(now.cover === null && before.cover !== null && { remove_cover: true }),
    ...(now.cover !== null && 'file' in now.cover && { cover: now.cover.file }),
  };
}

function asForm({ accent, pinned }: Changes, cover: Blob): FormData {
  const form = new FormData();
  if (accent !== undefined) form.append('accent', accent);
  for (const [place, id] of (pinned ?? []).entries()) form.append(`pinned[${place}]`, id);
  form.append('cover', cover, 'cover');
  return form;
}
