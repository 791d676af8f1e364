import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../platform/ids.ts';
import type { CallOptions, TestAnswer, TestApp } from '../app.ts';
import { type Watch, watchKept } from '../fingerprint.ts';
import { type Actor, actors as everybody } from './actors.ts';
import { type Expected, gate, mayOpen, type PrivateField, publicState, secretsIn, type State } from './rules.ts';
import { forgetKeptToken, cachedTokenFor, makeWorld, tokenFor, type World } from './world.ts';

export interface Ask extends Omit<CallOptions, 'token'> {
  params?: Record<string, string>;
  query?: string;
  /** Text in the response if `contains` is true; absent if false. */
  item?: string;
  /** Whole path of a call outside the contract. */
  path?: string;
}

/** A row of the matrix: one call in one state, sent by many actors. */
export interface Row {
  call: Pick<Endpoint, 'name' | 'method' | 'path' | 'access'>;
  /** Further properties of the case, for its name. */
  about?: Record<string, string | number>;
  state?: State;
  actors?: readonly Actor[];
  expect: (actor: Actor, state: State) => Expected;
  /** Private fields of the owner that the response may contain. */
  tells?: (actor: Actor, state: State) => readonly PrivateField[];
  /** Private fields of all members that the response may contain, if the call is about accounts. */
  tellsOfAll?: readonly PrivateField[];
  ask?: (world: World, actor: Actor) => Ask | Promise<Ask>;
}

export interface Outcome {
  cases: number;
  requests: number;
  wrong: string[];
}

/** Returns each case with its name and expected response. */
export const casesOf = (rows: readonly Row[]): { id: string; row: Row; actor: Actor; state: State; expected: Expected }[] =>
  rows.flatMap((row) =>
    (row.actors ?? everybody).map((actor) => {
      const state = row.state ?? publicState;
      const about = Object.entries({ ...row.state, ...row.about }).map(([key, value]) => `${key}=${value}`);
      const expected = gate(actor, row.call.access) ?? row.expect(actor, state);
      return { id: [row.call.name, about.join(','), actor].join(' | '), row, actor, state, expected };
    }),
  );

/**
 * Returns the share of a day: all rows of the usual state and a third of the others, with fewer actors. Every row has at least one actor, and
 * every answer that a call may give is asked for. `seed` chooses the rows and actors. `npm run test:world` uses all.
 */
export function dailyRows(rows: readonly Row[], seed: number): Row[] {
  const asked = new Set<string>();
  return rows.flatMap((row, index) => {
    const everyone = row.actors ?? everybody;
    const first = (index + seed) % everyone.length;
    const inTurn = [...everyone.slice(first), ...everyone.slice(0, first)];
    const actors = inTurn.filter((actor) => {
      const answer = answerOf(row, actor);
      const isNew = !asked.has(answer);
      asked.add(answer);
      return isNew;
    });
    const isDue = row.state === undefined || (index + seed) % 3 === 0;
    if (actors.length === 0 && isDue) actors.push(inTurn[0]!);
    return actors.length > 0 ? [{ ...row, actors }] : [];
  });
}

/** Returns a key of a call's expected answer. Actors with the same expected answer have the same key. */
export const answerOf = (row: Row, actor: Actor): string =>
  `${row.call.name} ${JSON.stringify(gate(actor, row.call.access) ?? row.expect(actor, row.state ?? publicState))}`;

/** Creates the API token with which the actor sends a row. */
export type ApiTokenFor = (world: World, row: Row, actor: Actor) => Promise<string>;

/** Sends every case to a running server, with one world per state, and returns the deviations. Sends sessions unless `apiTokenFor` is given. */
export async function runMatrix(app: TestApp, rows: readonly Row[], apiTokenFor?: ApiTokenFor): Promise<Outcome> {
  const outcome: Outcome = { cases: 0, requests: 0, wrong: [] };
  const worlds = new Map<string, World>();
  const watch = await watchKept(app);
  for (const one of casesOf(rows)) {
    const key = JSON.stringify(one.state);
    const world = worlds.get(key) ?? (await makeWorld(app, one.state));
    worlds.set(key, world);
    outcome.cases += 1;
    const variants = one.actor === 'invalid_token' ? (['garbage', 'expired', 'revoked'] as const) : (['garbage'] as const);
    for (const variant of variants) {
      outcome.requests += 1;
      const faults = await askOnce(watch, world, one.row, one.actor, one.expected, variant, apiTokenFor).catch((error: Error) => [
        `could not be asked: ${error.message}`,
      ]);
      if (faults.length > 0) outcome.wrong.push(`${one.id}: ${faults.join('; ')}`);
    }
  }
  return outcome;
}

async function askOnce(
  watch: Watch,
  world: World,
  row: Row,
  actor: Actor,
  expected: Expected,
  variant: 'garbage' | 'expired' | 'revoked',
  apiTokenFor?: ApiTokenFor,
): Promise<string[]> {
  const { app } = world;
  const ask = (await row.ask?.(world, actor)) ?? {};
  // Reads and refused calls reuse a session, because new sessions would take a tenth of the run.
  const endsNone = actor !== 'invalid_token' && (row.call.method === 'GET' || expected.status >= 400);
  const token = apiTokenFor
    ? await apiTokenFor(world, row, actor)
    : await (endsNone ? cachedTokenFor(world, actor) : tokenFor(world, actor, variant));
  if (!endsNone) forgetKeptToken(world, actor);
  const mayStore = row.call.method === 'GET' || expected.stores === true || (expected.status < 400 && expected.stores === undefined);
  // Ignores the writes of `row.ask`, which prepares the case.
  if (!mayStore) await watch.hasChanged();
  const answer = await send(app, row, ask, token);
  const faults = compare(answer, expected, ask);
  if (!mayStore && (await watch.hasChanged())) faults.push('something was stored');
  faults.push(...leaks(world, actor, answer, ask, row));
  if (expected.code === 'not_found' && ask.params) faults.push(...(await asMissing(app, row, ask, token, answer)));
  return faults;
}

function send(app: TestApp, row: Row, ask: Ask, token: string | undefined): Promise<TestAnswer> {
  const path = ask.path ?? row.call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? newId()));
  return app.call(row.call.method, `${path}${ask.query ? `?${ask.query}` : ''}`, { ...ask, token });
}

function compare(answer: TestAnswer, expected: Expected, ask: Ask): string[] {
  const faults: string[] = [];
  if (answer.status !== expected.status) faults.push(`status ${answer.status}, not ${expected.status} (${answer.text.slice(0, 120)})`);
  if (answer.status >= 400 && !isRefusal(answer.json)) faults.push('not the shape of a refusal');
  if (expected.code && answer.json?.code !== expected.code) faults.push(`code ${answer.json?.code}, not ${expected.code}`);
  for (const path of expected.has ?? []) if (dig(answer.json, path) === undefined) faults.push(`lacks ${path}`);
  for (const path of expected.lacks ?? []) if ((dig(answer.json, path) ?? null) !== null) faults.push(`tells ${path}`);
  if (expected.contains !== undefined && answer.status < 400 && answer.text.includes(ask.item ?? '') !== expected.contains)
    faults.push(expected.contains ? 'is not in the list' : 'is in the list');
  if (expected.location && !new URL(answer.headers.get('location') ?? '', 'http://none').href.includes(expected.location))
    faults.push(`leads to ${answer.headers.get('location')}`);
  return faults;
}

const dig = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
      value,
    );

export function isRefusal(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const { message, code, reason, params, errors, error_reasons, data, request_id, ...rest } = json as Record<string, unknown>;
  const isFieldErrors =
    errors === undefined ||
    Object.values(errors as object).every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string'));
  return (
    [message, code, reason, request_id].every((text) => typeof text === 'string' && text !== '') &&
    isFieldErrors &&
    (params === undefined || typeof params === 'object') &&
    isDeepStrictEqual(countsOf(errors), countsOf(error_reasons)) &&
    // A refusal contains no data, except the stored version of a conflict or the new location.
    (data === undefined || code === 'conflict' || code === 'moved') &&
    Object.keys(rest).length === 0
  );
}

const countsOf = (lists: unknown): [string, unknown][] =>
  Object.entries(lists ?? {}).map(([field, list]) => [field, Array.isArray(list) && list.length]);

/** Returns words anywhere in a response that this actor may not read. */
function leaks({ privateWords, photoWords, photo, state }: World, actor: Actor, answer: TestAnswer, ask: Ask, row: Row): string[] {
  const everything = `${answer.text}\n${[...answer.headers].join('\n')}`;
  const sentText = JSON.stringify([ask.json ?? '', ask.params ?? '', ask.query ?? '', ask.path ?? '']);
  const tells: readonly string[] = row.tells?.(actor, state) ?? [];
  const ofAll: readonly string[] = row.tellsOfAll ?? [];
  const forbidden = [...privateWords].flatMap(([whose, words]) =>
    whose === actor
      ? []
      : Object.entries(words).flatMap(([field, word]) =>
          ofAll.includes(field) || (whose === 'owner' && tells.includes(field)) ? [] : word,
        ),
  );
  const { said, ...shown } = photoWords;
  if (!mayRead(actor, state, row)) forbidden.push(...Object.values(shown), photo.image_id);
  // Viewers without onboarding see no comments, even where they see posts.
  if (!mayRead(actor, state, row) || gate(actor, 'onboarded') !== null) forbidden.push(said);
  const leaked = forbidden.filter((word) => !sentText.includes(word) && everything.includes(word));
  // Sign-in answers with the account, which is no leak.
  const open = row.call.name === 'login' || row.call.name === 'register' || row.call.name === 'refresh' ? [] : leaked;
  return [...open.map((word) => `tells ${word}`), ...secretsIn(row.call.name, everything).map((secret) => `tells ${secret}`)];
}

const mayRead = (actor: Actor, state: State, { call }: Row): boolean =>
  gate(actor, call.access === 'optional' || call.access === 'verified' ? call.access : 'onboarded') === null && mayOpen(actor, state);

/** Expects a hidden item to be answered exactly like a missing one: same bytes except for the request id, same header names. */
async function asMissing(app: TestApp, row: Row, ask: Ask, token: string | undefined, answer: TestAnswer): Promise<string[]> {
  const params = Object.fromEntries(Object.keys(ask.params ?? {}).map((name) => [name, newId()]));
  const missing = await send(app, row, { ...ask, params }, token);
  const plain = ({ status, text, headers, json }: TestAnswer): string =>
    JSON.stringify([status, text.replace(json?.request_id, ''), [...headers.keys()].sort()]);
  return plain(missing) === plain(answer) ? [] : ['hidden and missing answer differently'];
}
