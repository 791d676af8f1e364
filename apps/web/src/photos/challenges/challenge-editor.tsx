import type { Challenge } from '@mbari/contract/photos/challenges';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/challenges';
import { saveChanges, saving } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { zoneAt } from '~/photos/composer/publish-time.tsx';
import { ChooseWorks } from '~/photos/series/choose-works.tsx';
import { Thumbnail } from '~/photos/series/ordered-works.tsx';
import { ownPosts } from '~/photos/series/series-queries.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { DiscardDialog } from '~/platform/ui/discard-dialog.tsx';
import { SelectField, TextArea, TextField } from '~/platform/ui/field.tsx';
import { type EditedChallenge, useEditChallenge } from './use-edit-challenge.ts';
import './challenges.css';

/** Creates a challenge, or edits one. After its start, everything that entrants rely on is fixed. */
export function ChallengeEditor({ challenge }: { challenge?: Challenge }) {
  const form = useEditChallenge(challenge);
  const leaveGuard = useLeaveGuard(form.unsaved, form.mayLeave);
  const { values, change, errors, busy } = form;
  return (
    <form noValidate onSubmit={form.onSubmit} className="challenge-editor">
      <TextField
        name="title"
        dir="auto"
        label={words.title}
        value={values.title}
        maxLength={limits.challengeTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        name="body"
        rows={6}
        label={words.brief}
        hint={words.briefHint}
        value={values.body}
        maxLength={limits.challengeBody}
        error={errors['body']}
        onChange={({ target }) => change({ body: target.value })}
      />
      <TextArea
        name="rules"
        rows={4}
        label={words.rules}
        hint={words.rulesHint}
        value={values.rules}
        maxLength={limits.challengeRules}
        error={errors['rules']}
        onChange={({ target }) => change({ rules: target.value })}
      />
      <Picture cover={values.cover} onChange={(cover) => change({ cover })} />
      <FixedAtStart {...{ values, change, errors }} isFixed={challenge !== undefined && challenge.state !== 'announced'} />
      {challenge === undefined && <Repeats {...{ values, change, errors }} />}
      <ConflictChoice {...form} />
      <div>
        <Button type="submit" busy={busy && saving}>
          {challenge ? saveChanges : words.create}
        </Button>
      </div>
      <DiscardDialog {...leaveGuard} />
    </form>
  );
}

type FieldsProps = Pick<ReturnType<typeof useEditChallenge>, 'values' | 'change' | 'errors'>;

const times = [
  { name: 'starts_at', label: words.startsAt },
  { name: 'entries_end_at', label: words.entriesEndAt },
  { name: 'voting_end_at', label: words.votingEndAt },
] as const;

function FixedAtStart({ values, change, errors, isFixed }: FieldsProps & { isFixed: boolean }) {
  return (
    <fieldset disabled={isFixed} className="grid min-w-0 gap-s4">
      {isFixed && <p className="text-ink-quiet">{words.fixed}</p>}
      <div className="challenge-fields">
        {times.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            type="datetime-local"
            label={label}
            hint={values[name] && zoneAt(values[name])}
            value={values[name]}
            error={errors[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </div>
      <div className="challenge-fields">
        <SelectField
          name="entries_each"
          label={words.entriesEach}
          value={values.entries_each}
          error={errors['entries_each']}
          onChange={({ target }) => change({ entries_each: Number(target.value) })}
        >
          {Array.from({ length: limits.challengeEntriesEach }, (_, index) => (
            <option key={index} value={index + 1}>
              {words.each({ count: index + 1 })}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="open_to"
          label={words.openTo}
          value={values.open_to}
          error={errors['open_to']}
          onChange={({ target }) => change({ open_to: target.value as EditedChallenge['open_to'] })}
        >
          <option value="everyone">{words.openToEveryone}</option>
          <option value="paid">{words.openToPaid}</option>
          <option value="older">{words.openToOlderMembers}</option>
        </SelectField>
        <SelectField
          name="method"
          label={words.method}
          value={values.method}
          error={errors['method']}
          onChange={({ target }) => change({ method: target.value as EditedChallenge['method'] })}
        >
          <option value="pairs">{words.inPairs}</option>
          <option value="points">{words.byPoints}</option>
        </SelectField>
      </div>
    </fieldset>
  );
}

/** Further challenges with the same brief, one for each title. */
function Repeats({ values, change, errors }: FieldsProps) {
  return (
    <>
      <SelectField
        label={words.repeats}
        value={values.every}
        onChange={({ target }) => change({ every: target.value as EditedChallenge['every'] })}
      >
        <option value="">{words.never}</option>
        <option value="week">{words.everyWeek}</option>
        <option value="month">{words.everyMonth}</option>
      </SelectField>
      {values.every !== '' && (
        <TextArea
          name="titles"
          rows={4}
          label={words.furtherTitles}
          hint={words.furtherTitlesHint}
          value={values.titles}
          error={Object.entries(errors).flatMap(([name, texts]) => (name === 'titles' || name.startsWith('repeats') ? texts : []))}
          onChange={({ target }) => change({ titles: target.value })}
        />
      )}
    </>
  );
}

interface PictureProps {
  cover: EditedChallenge['cover'];
  onChange: (cover: EditedChallenge['cover']) => void;
}

function Picture({ cover, onChange }: PictureProps) {
  const choose = useLazyDialog(() => Promise.resolve(ChoosePicture));
  return (
    <div role="group" aria-labelledby="challenge-picture">
      <p id="challenge-picture" className="mb-1 text-t15 font-semibold">
        {words.picture}
      </p>
      <div className="flex flex-wrap items-center gap-s3">
        {cover?.image && <Thumbnail photo={{ images: [cover.image] }} />}
        <Button kind="quiet" onClick={choose.open}>
          {words.choosePicture}
        </Button>
        {cover && (
          <Button kind="text" onClick={() => onChange(null)}>
            {words.removePicture}
          </Button>
        )}
      </div>
      {choose.Dialog && (
        <choose.Dialog
          onChoose={(photo) => {
            onChange({ id: photo.id, image: photo.images[0] ?? null });
            choose.close();
          }}
          onClose={choose.close}
        />
      )}
    </div>
  );
}

function ChoosePicture({ onChoose, onClose }: { onChoose: (photo: Photo) => void; onClose: () => void }) {
  const { user } = useSession();
  const list = useInfiniteQuery(ownPosts(user?.username ?? ''));
  return (
    <Dialog title={words.choosePicture} size="large" onClose={onClose}>
      <ChooseWorks
        list={list}
        taken={new Set()}
        chosen={[]}
        onChange={([photo]) => photo && onChoose(photo)}
        most={1}
        full=""
        empty={words.noPosts}
        allTaken={words.noPosts}
      />
    </Dialog>
  );
}
