import { createTopic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/guest-books';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forumCategories } from '~/forum/category-queries.ts';
import { topicAdded } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

interface StartTopicProps {
  /** Id of the exhibition or challenge that the topic is about. */
  about: string;
  action: string;
  failed: string;
  title: string;
  /** The first words, which can be changed. */
  body: string;
  /** Names the topic in what it is about. */
  onCreated: (topicId: string) => Promise<void>;
  onClose: () => void;
}

/** Creates the topic of a guest book or a challenge. */
export function StartTopic({ about, action, failed, title, body: firstWords, onCreated, onClose }: StartTopicProps) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(forumCategories);
  const place = `topic of ${about}`;
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { category_id: '', body: firstWords },
    check: ({ category_id, body }) => ({
      ...(category_id === '' && { category_id: [words.categoryMissing] }),
      ...(body.trim() === '' && { body: [words.entryMissing] }),
    }),
    send: async ({ category_id, body }) => {
      const topic = { category_id, title, body: body.trim() };
      // A second attempt finds the topic of the first.
      const created = await call(createTopic, { body: topic, headers: { 'idempotency-key': attemptKey(place, topic) } });
      await onCreated(created.data.id);
      attemptAnswered(place);
      topicAdded(client, created.data);
      onClose();
    },
    failed,
  });
  return (
    <FormDialog title={action} hint={words.startHint} action={action} busy={busy && saving} onSubmit={onSubmit} onClose={onClose}>
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
