import { mergeTopic, moveTopic, pinTopic, splitTopic } from '@mbari/contract/forum/moderation';
import { searchForum } from '@mbari/contract/forum/search';
import { readTopic, type Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-moderation';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forumCategories } from '~/forum/category-queries.ts';
import { forumPostsMoved, topicGone, topicModerated } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { mergeTargetsKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import type { ChosenPost } from './use-post-choice.ts';

export function PinDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, errors, onSubmit } = useForm<{ until?: string }>({
    send: async ({ until }) => {
      await call(pinTopic, { params: { id: topic.id }, body: { until: endOf(until) } });
      await topicModerated(client, topic.id);
      onClose();
    },
    done: words.pinned,
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.pinTitle}
      hint={words.pinHint}
      action={words.pinButton}
      busy={busy && words.pinning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField type="date" name="until" label={words.pinUntil} hint={words.pinUntilHint} error={errors['until']} min={today()} />
    </FormDialog>
  );
}

/** Returns the end of a day in the organiser's time zone. */
const endOf = (day: string | undefined): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null);

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

export function MoveDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(forumCategories);
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { category_id: topic.category.id },
    send: async (body) => {
      await call(moveTopic, { params: { id: topic.id }, body });
      await topicModerated(client, topic.id);
      toast.success(words.moved({ category: categories.find(({ id }) => id === body.category_id)?.name ?? '' }));
      onClose();
    },
    failed: words.actionFailed,
  });
  return (
    <FormDialog title={words.moveTitle} action={words.moveButton} busy={busy && words.moving} onSubmit={onSubmit} onClose={onClose}>
      <CategorySelect value={values.category_id} error={errors['category_id']} onChange={(id) => change({ category_id: id })} />
    </FormDialog>
  );
}

interface SplitDialogProps {
  topic: Topic;
  posts: readonly ChosenPost[];
  onSplit: () => void;
  onClose: () => void;
}

export function SplitDialog({ topic, posts, onSplit, onClose }: SplitDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { title: '', category_id: topic.category.id },
    send: async (fields) => {
      const { data } = await call(splitTopic, { params: { id: topic.id }, body: { ...fields, post_ids: posts.map(({ id }) => id) } });
      toast.success(words.splitOff({ count: posts.length }));
      onClose();
      onSplit();
      await navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id: data.id, slug: data.slug, number: '1' } });
      await forumPostsMoved(client, [topic.id, data.id]);
    },
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.splitTitle}
      hint={words.splitHint({ count: posts.length })}
      action={words.splitConfirm}
      busy={busy && words.splitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={words.newTitle}
        value={values.title}
        maxLength={limits.forumTitle}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      <CategorySelect value={values.category_id} error={errors['category_id']} onChange={(id) => change({ category_id: id })} />
    </FormDialog>
  );
}

export function MergeDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data: targets, isError } = useQuery(mergeTargets(useSettled(typed.trim()), topic.id));
  const merge = async (targetId: string) => {
    const { data } = await call(mergeTopic, { params: { id: topic.id }, body: { into: targetId } });
    toast.success(words.merged);
    onClose();
    await navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id: data.id, slug: data.slug }, replace: true });
    topicGone(client, topic.id);
    await forumPostsMoved(client, [data.id]);
  };
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { into: '' },
    check: ({ into }): FieldErrors => (into === '' ? { into: [words.chooseTarget] } : {}),
    // Delays refetches until `topicGone` has removed the topic.
    send: (body) => asOnePress(`merge ${topic.id}`, () => merge(body.into)),
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.mergeTitle}
      hint={words.mergeHint}
      action={words.mergeButton}
      busy={busy && words.merging}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        type="search"
        data-field="into"
        label={words.target}
        hint={words.targetHint}
        value={typed}
        error={errors['into']}
        onChange={({ target }) => {
          setTyped(target.value);
          change({ into: '' });
        }}
      />
      {isError && <FieldError>{words.searchFailed}</FieldError>}
      {targets && <Targets targets={targets} chosen={values.into} onChoose={(into) => change({ into })} />}
    </FormDialog>
  );
}

interface TargetsProps {
  targets: readonly MergeTarget[];
  chosen: string;
  onChoose: (id: string) => void;
}

function Targets({ targets, chosen, onChoose }: TargetsProps) {
  if (targets.length === 0) return <p role="status">{words.noTargets}</p>;
  return (
    <fieldset className="merge-targets">
      <legend className="text-t15 font-semibold">{words.mergeInto}</legend>
      {targets.map(({ id, title, category }) => (
        <label key={id}>
          <input type="radio" name="into" value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span dir="auto">
            {title} <small>{category}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Debounces the typed text. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

interface MergeTarget {
  id: string;
  slug: string;
  title: string;
  category: string;
}

const topicIdIn = (typed: string): string | undefined => /\/forum\/t\/([0-9a-f-]{36})(?:[/?#]|$)/i.exec(typed)?.[1]?.toLowerCase();

const mergeTargets = (typed: string, exceptId: string) =>
  queryOptions({
    queryKey: mergeTargetsKey(typed),
    queryFn: async ({ signal }): Promise<MergeTarget[]> => {
      const id = topicIdIn(typed);
      return id === undefined ? find(typed, signal) : open(id, signal);
    },
    select: (targets) => targets.filter(({ id }) => id !== exceptId),
    enabled: typed.length > 1,
  });

async function find(q: string, signal: AbortSignal): Promise<MergeTarget[]> {
  const { data } = await call(searchForum, { query: { q: q.slice(0, limits.search) }, signal });
  return [...new Map(data.map(({ topic }) => [topic.id, { ...topic, category: topic.category.name }])).values()].slice(0, 8);
}

/** Returns an empty list if no topic has this id. */
async function open(id: string, signal: AbortSignal): Promise<MergeTarget[]> {
  try {
    const { data } = await call(readTopic, { params: { id }, signal });
    return [{ id: data.id, slug: data.slug, title: data.title, category: data.category.name }];
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return [];
    throw error;
  }
}

interface CategorySelectProps {
  value: string;
  onChange: (id: string) => void;
  error?: readonly string[] | undefined;
}

function CategorySelect({ value, onChange, error }: CategorySelectProps) {
  const { data: categories = [] } = useQuery(forumCategories);
  return (
    <SelectField name="category_id" label={words.category} value={value} error={error} onChange={({ target }) => onChange(target.value)}>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
