import type { Photo } from '@mbari/contract/photos/posts';
import { type EditedSeries, updateSeries } from '@mbari/contract/photos/series';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/series';
import { useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { seriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice, onOrOff } from '~/platform/ui/conflict-choice.tsx';
import { EditDialog } from '~/platform/ui/edit-dialog.tsx';
import { SelectField, TextArea, TextField } from '~/platform/ui/field.tsx';
import { SwitchOption } from '~/platform/ui/option-row.tsx';
import { OrderedItems, orderedWork } from './ordered-works.tsx';
import type { SeriesWithPhotos } from './series-queries.ts';

type Values = Pick<EditedSeries, 'title' | 'body' | 'is_complete' | 'cover_id' | 'photo_ids'>;

const valuesOf = ({ title, body, is_complete, cover_id, photo_ids }: EditedSeries): Values => ({
  title,
  body,
  is_complete,
  cover_id,
  photo_ids,
});

/** Title, text, end, cover and order. Saves only what changed. */
export function EditSeries({ content, onClose }: { content: SeriesWithPhotos; onClose: () => void }) {
  const { values, change, busy, errors, onSubmit, submit, shared, unsaved } = useEditSeries(content, onClose);
  const photos = values.photo_ids.flatMap((id) => content.data.find((photo) => photo.id === id) ?? []);
  return (
    <EditDialog title={words.edit} busy={busy} unsaved={unsaved} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        name="title"
        dir="auto"
        label={words.title}
        value={values.title}
        maxLength={limits.seriesTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        name="body"
        rows={5}
        label={words.text}
        hint={words.textHint}
        value={values.body}
        maxLength={limits.seriesBody}
        error={errors['body']}
        onChange={({ target }) => change({ body: target.value })}
      />
      <SwitchOption
        icon={Flag}
        label={words.completeLabel}
        hint={words.completeHint}
        on={values.is_complete}
        disabled={busy}
        onChange={(isComplete) => change({ is_complete: isComplete })}
      />
      {photos.length > 0 && (
        <>
          <SelectField
            name="cover_id"
            label={words.cover}
            value={values.cover_id ?? ''}
            error={errors['cover_id']}
            onChange={({ target }) => change({ cover_id: target.value === '' ? null : target.value })}
          >
            <option value="">{words.firstPhoto}</option>
            {photos.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <OrderedItems
            legend={words.photos}
            items={photos.map((photo) => orderedWork(photo))}
            disabled={busy}
            onChange={(photo_ids) => change({ photo_ids })}
          />
        </>
      )}
      <ConflictChoice {...{ shared, values, change, submit }} />
    </EditDialog>
  );
}

function useEditSeries({ data: photos, meta }: SeriesWithPhotos, onClose: () => void) {
  const client = useQueryClient();
  // The series as it was when the dialog opened.
  const [read] = useState<EditedSeries>(() => ({ ...meta.series, photo_ids: photos.map(({ id }) => id) }));
  const shared = useSharedEdit({ read, valuesOf, fields: sharedFields(photos) });
  const base = shared.base ?? read;
  const start = useMemo(() => valuesOf(base), [base]);
  const form = useForm<Values>({
    start,
    check: ({ title }) => ({ ...(!hasVisibleText(title) && { title: [words.titleMissing] }) }),
    waits: shared.mustChoose,
    send: async (values) => {
      await shared.save(values, async (mine, from = read) => {
        const { data } = await call(updateSeries, { params: { id: read.id }, body: { ...changesOf(from, mine), version: from.version } });
        return data;
      });
      await seriesChanged(client, read.id);
      onClose();
    },
    done: words.saved,
    failed: words.saveFailed,
    // Shows posts that another tab added.
    onOutdated: () => void seriesChanged(client, read.id),
  });
  return { ...form, shared };
}

/** A field that equals the stored one is not sent, so that it stays as another tab left it. */
function changesOf(from: Values, mine: Values): Partial<Values> {
  const keys = (Object.keys(mine) as (keyof Values)[]).filter(
    (key) => JSON.stringify(mine[key]) !== JSON.stringify(valuesOf(from as EditedSeries)[key]),
  );
  return Object.fromEntries(keys.map((key) => [key, mine[key]]));
}

const sharedFields = (photos: readonly Photo[]): SharedFields<Values> => {
  const titleOf = (id: string | null): string => photos.find((photo) => photo.id === id)?.title ?? '';
  return {
    title: { label: words.title, text: String },
    body: { label: words.text, text: String },
    is_complete: { label: words.completeLabel, text: onOrOff },
    cover_id: { label: words.cover, text: titleOf, key: String },
    photo_ids: {
      label: words.photos,
      text: (ids) => ids.map((id, index) => `${index + 1}. ${titleOf(id)}`).join('\n'),
      key: (ids) => ids.join(),
    },
  };
};
