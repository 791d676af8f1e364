import { createTopic } from '@mbari/contract/forum/topics';
import { type Exhibition, updateExhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/guest-books';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forumCategories } from '~/forum/category-queries.ts';
import { exhibitionChanged } from '~/platform/lib/cache-events/exhibitions.ts';
import { topicAdded } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

/** Creates the topic of a guest book, and names it in the exhibition. */
export function StartGuestBook({ exhibition: { id, title, version }, onClose }: { exhibition: Exhibition; onClose: () => void }) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(forumCategories);
  const place = `guest book of ${id}`;
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { category_id: '', body: words.welcome({ title }) },
    check: ({ category_id, body }) => ({
      ...(category_id === '' && { category_id: [words.categoryMissing] }),
      ...(body.trim() === '' && { body: [words.entryMissing] }),
    }),
    send: async ({ category_id, body }) => {
      const topic = { category_id, title: words.topicTitle({ title }), body: body.trim() };
      // A second attempt finds the topic of the first.
      const created = await call(createTopic, { body: topic, headers: { 'idempotency-key': attemptKey(place, topic) } });
      const { data } = await call(updateExhibition, { params: { id }, body: { topic_id: created.data.id, version } });
      attemptAnswered(place);
      topicAdded(client, created.data);
      exhibitionChanged(client, data);
      onClose();
    },
    failed: words.startFailed,
  });
  return (
    <FormDialog title={words.start} hint={words.startHint} action={words.start} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
      <SelectField
        name="category_id"
        label={words.category}
        value={values.category_id}
        error={errors['category_id']}
        onChange={({ target }) => change({ category_id: target.value })}
      >
        <option value="">{words.chooseCategory}</option>
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="body"
        rows={3}
        label={words.firstWords}
        value={values.body}
        error={errors['body']}
        onChange={({ target }) => change({ body: target.value })}
      />
    </FormDialog>
  );
}
