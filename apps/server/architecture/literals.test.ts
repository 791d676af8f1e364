import { expect, test } from 'vitest';
import { literalsOf } from './literals.ts';
import { readModules } from './source.ts';

/** Files whose texts are for operators and API clients: command line, log, metrics, API documentation. */
const forOperators = /\/http\/untrusted-proxy\.ts$|\/(?:[\w-]+-)?metrics\.ts$/;

const modules = readModules(
  'apps/web/src',
  ...['notifications', 'photos', 'people', 'forum', 'identity', 'moderation', 'community', 'platform/http', 'platform/mail'].map(
    (folder) => `apps/server/src/${folder}`,
  ),
).filter(({ path: at }) => !/\.test\.tsx?$|\/testing\//.test(at) && !forOperators.test(at));
test('the checks below read the modules with texts for members', () => {
  expect(modules.length).toBeGreaterThan(800);
});

test('texts for members come from the catalogues', () => {
  const results = modules.map((module) => ({ path: module.path, words: literalsOf(module) })).filter(({ words }) => words.length > 0);
  expect(results, 'put these into packages/words/locales/en').toEqual([]);
});

test.each([
  '<p>Come in</p>',
  '<p>{name}, come in</p>',
  "<p>{busy ? 'Saving' : 'Save'}</p>",
  "<p>{busy && 'Saving'}</p>",
  '<p>{`${count} votes`}</p>',
  '<button aria-label="Close" />',
  "<button aria-label={'Close'} />",
  '<img alt={`Photo of ${name}`} />',
  "<input placeholder={wide ? 'Search photos' : 'Search'} />",
  "<Button busy={busy && 'Saving'} />",
  '<TextField label="Email" />',
  "toast.error('Failed')",
  'toast.success(`Follows ${name}`)',
  "errorMessage(error, 'failed')",
  "throw new Refusal('forbidden', 'no')",
  "throw notFound('gone')",
  "throw invalid({ name: ['too short'] })",
  "const texts = { title: 'Sent' }",
  "const sent = 'The mail was sent.'",
  'const sent = `Sent to ${name}`',
  "const done = 'Done.'",
  'const page = `<main><h1>Outbox</h1>${list}</main>`',
  'const page = `<p class="note">${name} is here</p>`',
])('a literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/web/src/ui/x.tsx', text })).toHaveLength(/\?/.test(text) ? 2 : 1);
});

test.each([
  "throw new Refusal('forbidden', 'organisersOnly')",
  "throw invalid({ title: ['titleTooShort'] })",
  "const total = new Counter({ name: 'mbari_total', help: 'How many there were.' })",
  "context.log.warn({ err }, 'It went wrong.')",
  "process.stdout.write('Mail to somebody')",
  'const head = `<title>${title} · Mbari</title>`',
  "await recordModeration(tx, viewer, 'merge_topic', { note: `into ${id}` })",
])('on the server no literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/server/src/photos/x.ts', text })).toEqual([]);
});

test.each([
  "throw new Refusal('forbidden', 'Not you')",
  "throw invalid({ title: ['too short'] })",
  "const answer = { message: 'Done.' }",
  "const mail = { subject: 'Welcome' }",
  "const mail = { heading: reader + ', welcome' }",
  'const mail = { preview: `welcome, ${reader}` }',
  "const mail = { paragraphs: ['We are glad that you are here.'] }",
  'const mail = { small: [`We wrote to ${address}.`] }',
])('on the server a literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/server/src/photos/x.ts', text })).toHaveLength(1);
});

test.each([
  '<p className="grid gap-s4">{words.comeIn}</p>',
  '<p>Mbari</p>',
  '<p>{count} / {total}</p>',
  "<p>{kind === 'photo' && count}</p>",
  '<button aria-label={words.close} type="button" />',
  "<Link to={wide ? '/feed' : '/login'} state={true} />",
  "const homes = { guest: '/login' }",
  "import { Close } from 'X y'",
  "throw new Error('The page has no element for the app')",
  "const sql = 'select id from members'",
  "type Kind = 'One thing'",
  "call(login, { body: { device_name: 'web' } })",
])('no literal is found in %s', (text) => {
  expect(literalsOf({ path: 'apps/web/src/ui/x.tsx', text })).toEqual([]);
});
