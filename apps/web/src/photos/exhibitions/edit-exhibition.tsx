import { type Exhibition, updateExhibition } from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/exhibitions';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { localTime } from '~/platform/lib/dates.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';

interface Values {
  title: string;
  body: string;
  /** In the format of `datetime-local`; '' without a time. */
  opens_at: string;
  closes_at: string;
}

const valuesOf = ({ title, body, opens_at, closes_at }: Exhibition): Values => ({
  title,
  body,
  opens_at: localTime(opens_at),
  closes_at: localTime(closes_at),
});

const fields: SharedFields<Values> = {
  title: { label: words.title, text: String },
  body: { label: words.text, text: String },
  opens_at: { label: words.opensAt, text: String },
  closes_at: { label: words.closesAt, text: String },
};

/** Title, text and times. */
export function EditExhibition({ exhibition, onClose }: { exhibition: Exhibition; onClose: () => void }) {
  const { values, change, busy, errors, onSubmit, submit, shared, unsaved } = useEditExhibition(exhibition, onClose);
  return (
    <EditDialog title={words.edit} busy={busy} unsaved={unsaved} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        name="title"
        dir="auto"
        label={words.title}
        value={values.title}
        maxLength={limits.exhibitionTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        name="body"
        rows={5}
        label={words.text}
        hint={words.textHint}
        value={values.body}
        maxLength={limits.exhibitionBody}
        error={errors['body']}
        onChange={({ target }) => change({ body: target.value })}
      />
      <TextField
        name="opens_at"
        type="datetime-local"
        label={words.opensAt}
        hint={words.opensAtHint}
        value={values.opens_at}
        error={errors['opens_at']}
        onChange={({ target }) => change({ opens_at: target.value })}
      />
      <TextField
        name="closes_at"
        type="datetime-local"
        label={words.closesAt}
        hint={words.closesAtHint}
        value={values.closes_at}
        error={errors['closes_at']}
        onChange={({ target }) => change({ closes_at: target.value })}
      />
      <ConflictChoice {...{ shared, values, change, submit }} />
    </EditDialog>
  );
}

function useEditExhibition(exhibition: Exhibition, onClose: () => void) {
  const client = useQueryClient();
  // The exhibition as it was when the dialog opened.
  const [read] = useState(exhibition);
  const shared = useSharedEdit({ read, valuesOf, fields });
  const base = shared.base ?? read;
  const start = useMemo(() => valuesOf(base), [base]);
  const form = useForm<Values>({
    start,
    check: ({ title, opens_at, closes_at }) => ({
      ...(!hasVisibleText(title) && { title: [words.titleMissing] }),
      ...(closes_at !== '' && (opens_at === '' || closes_at <= opens_at) && { closes_at: [words.closesTooEarly] }),
    }),
    waits: shared.mustChoose,
    send: async (values) => {
      await shared.save(values, async (mine, from = read) => {
        const body = { ...changesOf(from, mine), version: from.version };
        const { data } = await call(updateExhibition, { params: { id: read.id }, body });
        exhibitionChanged(client, data);
        return data;
      });
      onClose();
    },
    done: words.saved,
    failed: words.saveFailed,
  });
  return { ...form, shared };
}

/** A field that equals the stored one is not sent. Both times are sent together, because the server checks their order. */
function changesOf(stored: Exhibition, { title, body, opens_at, closes_at }: Values) {
  const before = valuesOf(stored);
  return {
    ...(title !== before.title && { title }),
    ...(body !== before.body && { body }),
    ...((opens_at !== before.opens_at || closes_at !== before.closes_at) && {
      opens_at: timeOf(opens_at, stored.opens_at),
      closes_at: timeOf(closes_at, stored.closes_at),
    }),
  };
}

/** The field has no seconds, so an unchanged time is sent as it is stored. */
const timeOf = (value: string, stored: string | null): string | null =>
  value === '' ? null : value === localTime(stored) ? stored : new Date(value).toISOString();
