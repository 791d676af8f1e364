import path from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogues } from '../../../packages/words/generator/read-catalogues.mjs';
import { filesBelow, type Module, readModules, root, sin } from './source.ts';

const contract = readModules('packages/contract/src').filter(
  ({ path, text }) => /src\/[\w-]+\.ts$/.test(path) && /^const call = callsOf</m.test(text),
);
const server = readModules('apps/server/src/features');

const subjectOf = (at: string): string | undefined => /^packages\/contract\/src\/([\w-]+)\.ts$/.exec(at)?.[1];
const subjects = contract.map(({ path }) => subjectOf(path)!);

/** Routes that serve calls of another subject than their feature's, as sentences. */
const strayRoutes = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ path, imports }) => {
    const feature = /\/features\/([\w-]+)\/routes\.ts$/.exec(path)?.[1];
    const served = imports.filter(({ isType }) => !isType).flatMap(({ to }) => subjectOf(to) ?? []);
    return feature === undefined
      ? []
      : served.filter((one) => subjects.includes(one) && one !== feature).map((one) => `${path} serves ${one}`);
  });

test('each file of calls in the contract is served by the feature of its name', () => {
  expect(subjects.length).toBeGreaterThan(20);
  expect(strayRoutes(server)).toEqual([]);
  const features = server.flatMap(({ path }) => /\/features\/([\w-]+)\/routes\.ts$/.exec(path)?.[1] ?? []);
  expect(subjects.filter((one) => !features.includes(one))).toEqual([]);
});

test('routes that serve another subject are found', () => {
  const at = 'apps/server/src/photos/posts/routes.ts';
  expect(strayRoutes([sin(at, `import { addComment } from '@mbari/contract/comments'`)])).toHaveLength(1);
  expect(strayRoutes([sin(at, `import * as calls from '@mbari/contract/comments'`)])).toHaveLength(1);
  expect(strayRoutes([sin(at, `import { readPhoto } from '@mbari/contract/photos'`)])).toEqual([]);
});

/** Features of the web that no call and no table is about, each with what it is. */
const screensOwn: Readonly<Record<string, string>> = {
  'account-menu': 'the menu behind one’s own avatar',
  'admin': 'the frame around the pages of admins',
  'composer': 'the form of a post',
  'forum-replying': 'who is writing a reply just now',
  'header-search': 'the field for `search` in every header',
  'image-picker': 'choosing and ordering images',
  'linked-text': 'links and names in plain text',
  'low-data': 'what stands in an image’s place',
  'muted-words': 'a setting, applied in the browser',
  'new-topic': 'the form of a topic',
  'offline': 'what is shown without a line',
  'onboarding': 'the first steps of a member',
  'paged-list': 'a list that goes on',
  'photo-details': 'camera and licence of a post',
  'photo-page': 'what stands around the images of a post',
  'photo-search': 'what the page that discovers photos finds',
  'photo-viewer': 'the images of a post',
  'photo-zoom': 'an image in the whole window',
  'post-drafts': 'a post that this browser keeps',
  'presence': 'who is here, as `events` says it',
  'profile-editing': 'the form of a profile',
  'site-settings': 'the form of a `site`',
  'topic-rail': 'where one is in a topic',
  'topic-writing': 'the forms of a forum post',
  'trending': 'what is popular in the feed',
  'uploads': 'sending a post',
  'verdicts': 'approving and declining, for whatever waits',
  'wall': 'posts in rows',
};

const featuresOf = (files: readonly string[], side: 'server' | 'web'): string[] => [
  ...new Set(files.flatMap((at) => new RegExp(`^apps/${side}/src/features/([\\w-]+)/`).exec(at)?.[1] ?? [])),
];

const files = filesBelow('apps');
const known = new Set([...subjects, ...featuresOf(files, 'server')]);

/** Subjects of words that belong to no one feature, each with what it is. */
const catalogues: Readonly<Record<string, string>> = {
  'answers': 'what several screens say of what the server answered',
  'dates': 'days and how long ago',
  'export-archive': 'the texts inside an `export`',
  'field-names': 'fields, as refusals name them',
  'languages': 'the languages themselves',
  'notification-sentences': 'the sentences of `notifications`',
  'photo-categories': 'the categories of photos, for organisers',
  'push-messages': 'what `push` sends',
  'refusals': 'every refusal',
  'register': 'the form that makes an account',
  'report-desk': 'the desk of `moderation`',
  'report-queue': 'the queue of `moderation`',
  'resolving': 'what `moderation` decides',
  'edit-conflicts': 'two versions of what several people edit',
  'sentences': 'what many screens say',
  'unsent-words': 'words whose place is gone',
  'shell': 'the frame around every page',
  'site-pages': 'the pages that a `site` writes',
  'splash': 'the first seconds',
  'ui': 'buttons, dialogs and fields',
};

const ofCatalogues = Object.keys(readCatalogues(path.join(root, 'packages/words/locales')).domains);

/** Features of the web whose subject has another name elsewhere, or none, as sentences. */
const strayFeatures = (features: readonly string[]): string[] =>
  features.filter((one) => !known.has(one) && !(one in screensOwn)).map((one) => `${one} is no subject of the contract and the server`);

test('a feature of the web is named as in contract and server, or it is a screen’s own', () => {
  const web = featuresOf(files, 'web');
  expect(web.length).toBeGreaterThan(75);
  expect(known.size).toBeGreaterThan(70);
  expect(strayFeatures(web)).toEqual([]);
  expect(Object.keys(screensOwn).filter((one) => known.has(one) || !web.includes(one))).toEqual([]);
});

test('a subject of words is named as the feature that uses them, or is in the list of the others', () => {
  const features = new Set([...known, ...Object.keys(screensOwn)]);
  const stray = (names: readonly string[]): string[] => names.filter((one) => !features.has(one) && !(one in catalogues));
  expect(ofCatalogues.length).toBeGreaterThan(75);
  expect(stray(ofCatalogues)).toEqual([]);
  expect(stray(['wall', 'search-everything'])).toEqual(['search-everything']);
  expect(Object.keys(catalogues).filter((one) => features.has(one) || !ofCatalogues.includes(one))).toEqual([]);
});

test('a feature with a name of its own is found', () => {
  expect(strayFeatures(['photos', 'moderation-log', 'wall'])).toEqual([]);
  expect(strayFeatures(['live'])).toHaveLength(1);
  expect(featuresOf(['apps/web/src/features/live/list/a.css', 'apps/server/src/platform/events/routes.ts'], 'web')).toEqual(['live']);
});
