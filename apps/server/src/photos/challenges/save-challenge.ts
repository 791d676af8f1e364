import type * as calls from '@mbari/contract/photos/challenges';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { changedMeanwhile, type FieldErrors, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { markdownTexts, screen } from '../../platform/screening/screen.ts';
import {
  addChallenges,
  type BriefChange,
  findCover,
  findTopic,
  type FixedFields,
  lockChallenge,
  removeChallenge,
  setChallenge,
  setMention,
} from './queries.ts';
import { presentChallenge, requireChallenge } from './read-challenge.ts';

type Created = z.output<typeof calls.createChallenge.shape.body>;

/** Returns the id of the first challenge. */
export async function createChallenge(context: Context, organiser: Viewer, { repeats, ...brief }: Created): Promise<string> {
  await context.limits.spend('settings by member', organiser.id);
  const { starts_at, entries_end_at, voting_end_at } = brief;
  const times = { starts_at: new Date(starts_at), entries_end_at: new Date(entries_end_at), voting_end_at: new Date(voting_end_at) };
  requireOrder(times, context.now());
  const titles = [brief.title, ...(repeats?.titles ?? [])];
  const texts = await renderTexts(context, organiser, { ...brief, title: titles.join('\n') });
  await requireLinks(context, organiser, brief);
  const ids = titles.map(() => newId());
  await context.db.transaction(async (tx) => {
    const { entries_each, open_to, method, rules = '', cover_id = null } = brief;
    const { body = '', body_html = '' } = texts;
    const added = {
      ids,
      titles,
      every: `1 ${repeats?.every ?? 'week'}`,
      ...times,
      entries_each,
      open_to,
      method,
      rules,
      cover_id,
      body,
      body_html,
    };
    await addChallenges(tx, organiser.id, added);
    await recordModeration(tx, organiser, 'create_challenge', { challengeId: ids[0]!, note: titles.join('\n').slice(0, 1000) });
  });
  return ids[0]!;
}

type Edit = z.output<typeof calls.updateChallenge.shape.body>;

/** Throws `conflict` with the stored challenge if it was edited since `version`. */
export async function updateChallenge(context: Context, organiser: Viewer, id: string, { version, ...edit }: Edit): Promise<void> {
  await context.limits.spend('settings by member', organiser.id);
  await requireChallenge(context, organiser, id);
  const texts = await renderTexts(context, organiser, edit);
  await requireLinks(context, organiser, edit);
  const isSaved = await context.db.transaction(async (tx) => {
    const stored = await lockChallenge(tx, id);
    if (!stored) throw notFound('challengeNotFound');
    if (version !== undefined && version !== stored.revision) return false;
    await save(tx, context, { id, stored, edit, texts });
    await recordModeration(tx, organiser, 'update_challenge', { challengeId: id, note: edit.title ?? stored.title });
    return true;
  });
  if (!isSaved) throw changedMeanwhile(await presentChallenge(context, organiser, id));
}

type Stored = NonNullable<Awaited<ReturnType<typeof lockChallenge>>>;
type EditedFields = Omit<Edit, 'version'>;

async function save(
  tx: Statements,
  { now }: Context,
  { id, stored, edit, texts }: { id: string; stored: Stored; edit: EditedFields; texts: Pick<BriefChange, 'body' | 'body_html'> },
): Promise<void> {
  const { title, rules, cover_id, topic_id } = edit;
  const fixed: FixedFields = {
    starts_at: edit.starts_at === undefined ? stored.starts_at : new Date(edit.starts_at),
    entries_end_at: edit.entries_end_at === undefined ? stored.entries_end_at : new Date(edit.entries_end_at),
    voting_end_at: edit.voting_end_at === undefined ? stored.voting_end_at : new Date(edit.voting_end_at),
    entries_each: edit.entries_each ?? stored.entries_each,
    open_to: edit.open_to ?? stored.open_to,
    method: edit.method ?? stored.method,
  };
  if (stored.has_started) requireUnchanged(stored, fixed);
  else requireOrder(fixed, now());
  await setChallenge(tx, id, { title, rules, cover_id, topic_id, ...texts, ...fixed });
}

/** After the start, entrants and voters rely on these fields. */
function requireUnchanged(stored: FixedFields, fixed: FixedFields): void {
  const changed = Object.entries(fixed).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key as keyof FixedFields]),
  );
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map(([key]) => [key, ['challengeFixed']])));
}

type Times = Pick<FixedFields, 'starts_at' | 'entries_end_at' | 'voting_end_at'>;

/** Entries end in the future, and voting later. */
function requireOrder({ starts_at, entries_end_at, voting_end_at }: Times, now: Date): void {
  const errors: FieldErrors = {
    ...((entries_end_at <= starts_at || entries_end_at <= now) && { entries_end_at: ['challengeEntriesEndTooEarly'] }),
    ...(voting_end_at <= entries_end_at && { voting_end_at: ['challengeVotingEndTooEarly'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function requireLinks({ db }: Context, { id }: Viewer, { cover_id, topic_id }: Pick<Edit, 'cover_id' | 'topic_id'>): Promise<void> {
  if (cover_id && !(isId(cover_id) && (await findCover(db, id, cover_id)))) throw invalid({ cover_id: ['photoNotFound'] });
  if (topic_id && !(isId(topic_id) && (await findTopic(db, id, topic_id)))) throw invalid({ topic_id: ['topicNotFound'] });
}

async function renderTexts(
  context: Context,
  organiser: Viewer,
  { title, body, rules }: Pick<Edit, 'title' | 'body' | 'rules'>,
): Promise<Pick<BriefChange, 'body' | 'body_html'>> {
  const rendered = body === undefined ? undefined : await renderBody(context, body);
  await screen(context, organiser, { title, rules, ...(rendered && body !== undefined && { body: markdownTexts({ body, ...rendered }) }) });
  return { body, body_html: rendered?.html };
}

export async function deleteChallenge(context: Context, organiser: Viewer, id: string): Promise<void> {
  await context.limits.spend('settings by member', organiser.id);
  await context.db.transaction(async (tx) => {
    const challenge = isId(id) ? await removeChallenge(tx, id) : undefined;
    if (!challenge) throw notFound('challengeNotFound');
    await recordModeration(tx, organiser, 'delete_challenge', { note: challenge.title });
  });
}

export async function mentionEntry(
  context: Context,
  organiser: Viewer,
  { id, entryId, text }: { id: string; entryId: string; text: string },
): Promise<void> {
  await context.limits.spend('settings by member', organiser.id);
  const { state, title } = await requireChallenge(context, organiser, id);
  if (state !== 'results') throw new Refusal('locked', 'challengeResultsLater');
  await screen(context, organiser, { text });
  await context.db.transaction(async (tx) => {
    if (!isId(entryId) || (await setMention(tx, id, entryId, text)) === 0) throw notFound('challengeNotFound');
    await recordModeration(tx, organiser, 'update_challenge', { challengeId: id, note: title });
  });
}
