import * as calls from '@mbari/contract/photos/imports';
import type { ImportState } from '@mbari/contract/photos/imports';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../../platform/ids.ts';
import { formOf } from '../../forms.ts';
import { addImportRow } from '../../imports.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, hidden, isOwner, ok } from '../rules.ts';
import type { World } from '../world.ts';

/** Rows of a call about an import of the owner in this state. For everybody else it does not exist. */
const about = (
  call: Endpoint,
  state: ImportState,
  more: Omit<Ask, 'params'> & { params?: Record<string, string> } = {},
  then: Expected = ok({ has: ['data.id'], stores: true }),
): Row[] => {
  const ask = (id: string): Ask => ({ ...more, params: { id, ...more.params } });
  return [
    {
      call,
      about: { import: state },
      expect: (actor) => (isOwner(actor) ? then : hidden()),
      ask: async ({ app, people }: World) => ask(await addImportRow(app, people.owner, state)),
    },
    { call, about: { import: 'missing' }, expect: hidden, ask: () => ask(newId()) },
  ];
};

export const importRows: Row[] = [
  {
    call: calls.listImports,
    expect: (actor) => ok({ contains: isOwner(actor) }),
    ask: async ({ app, people }) => ({ item: await addImportRow(app, people.owner, 'choosing') }),
  },
  {
    call: calls.createImport,
    expect: () => created({ has: ['data.id'], stores: true }),
    ask: async ({ app }) => {
      await app.db.run('delete from photo_imports');
      return { json: { source: 'instagram', files: [{ name: 'a.zip', bytes: 4 }] } };
    },
  },
  ...about(calls.sendImportPart, 'receiving', { params: { position: '0' }, form: formOf({ offset: '0', part: Buffer.from('PK..') }) }),
  ...about(calls.listImportItems, 'choosing', {}, ok({ has: ['data.0.title'] })),
  ...about(calls.chooseImportItems, 'choosing', { json: { is_chosen: false } }),
  ...about(calls.startImport, 'choosing', { json: {} }),
  ...about(calls.pauseImport, 'importing'),
  ...about(calls.resumeImport, 'paused'),
  ...about(calls.cancelImport, 'choosing', {}, ok({ has: ['message'], stores: true })),
  ...about(calls.undoImport, 'done'),
];
