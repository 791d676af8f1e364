import { type Announcement, createAnnouncement, deleteAnnouncement, updateAnnouncement } from '@mbari/contract/community/announcements';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/announcements';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { announcementsChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { localTime } from '~/platform/lib/dates.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice, onOrOff } from '~/platform/ui/conflict-choice.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { ConfirmAction, FormDialog } from '~/platform/ui/form-dialog.tsx';
import '~/platform/ui/switch.css';

interface AnnouncementValues {
  text: string;
  begins_at: string;
  ends_at: string;
  is_dismissable: boolean;
}

const valuesOf = ({ text, begins_at, ends_at, is_dismissable }: Announcement): AnnouncementValues => ({
  text,
  begins_at: localTime(begins_at),
  ends_at: localTime(ends_at),
  is_dismissable,
});
const fields: SharedFields<AnnouncementValues> = {
  text: { label: words.text, text: String },
  begins_at: { label: words.begins, text: String },
  ends_at: { label: words.ends, text: String },
  is_dismissable: { label: words.dismissable, text: onOrOff },
};

/** Creates or edits an announcement. Times are in the browser's time zone. */
export function AnnouncementDialog({ announcement, onClose }: { announcement?: Announcement; onClose: () => void }) {
  const { shared, values, change, busy, errors, onSubmit, submit } = useAnnouncementForm(announcement, onClose);
  return (
    <FormDialog
      title={announcement ? words.edit : words.newOne}
      action={announcement ? words.save : words.publish}
      busy={busy && saving}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextArea
        name="text"
        label={words.text}
        rows={4}
        maxLength={limits.announcement}
        value={values.text}
        error={errors['text']}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TextField
        name="begins_at"
        type="datetime-local"
        label={words.begins}
        hint={words.beginsHint}
        value={values.begins_at}
        error={errors['begins_at']}
        onChange={({ currentTarget }) => change({ begins_at: currentTarget.value })}
      />
      <TextField
        name="ends_at"
        type="datetime-local"
        label={words.ends}
        hint={words.endsHint}
        value={values.ends_at}
        error={errors['ends_at']}
        onChange={({ currentTarget }) => change({ ends_at: currentTarget.value })}
      />
      <DismissableSwitch checked={values.is_dismissable} onChange={(is_dismissable) => change({ is_dismissable })} />
      <ConflictChoice {...{ shared, values, change, submit }} />
    </FormDialog>
  );
}

function useAnnouncementForm(announcement: Announcement | undefined, onClose: () => void) {
  const client = useQueryClient();
  const shared = useSharedEdit({ read: announcement, valuesOf, fields });
  const form = useForm<AnnouncementValues>({
    start: shared.base ? valuesOf(shared.base) : { text: '', begins_at: '', ends_at: '', is_dismissable: true },
    waits: shared.mustChoose,
    send: async (formValues) => {
      await shared.save(formValues, async ({ text, begins_at, ends_at, is_dismissable }, base) => {
        const body = {
          text,
          is_dismissable,
          ...(begins_at !== '' && { begins_at: new Date(begins_at).toISOString() }),
          ends_at: ends_at === '' ? null : new Date(ends_at).toISOString(),
        };
        await (base
          ? call(updateAnnouncement, { params: { id: base.id }, body: { ...body, version: base.version } })
          : call(createAnnouncement, { body }));
      });
      onClose();
      void announcementsChanged(client);
    },
    done: words.done,
    failed: words.failed,
  });
  return { ...form, shared };
}

function DismissableSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-s4">
      <label htmlFor={id}>
        <span className="block font-semibold">{words.dismissable}</span>
        <span className="block text-t15 text-ink-meta">{words.dismissableHint}</span>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        aria-checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}

export function RemoveAnnouncementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.removeTitle}
      question={words.removeQuestion}
      action={words.takeDown}
      busy={saving}
      failed={words.failed}
      done={words.done}
      act={async () => {
        await call(deleteAnnouncement, { params: { id } });
        void announcementsChanged(client);
      }}
      onClose={onClose}
    />
  );
}
