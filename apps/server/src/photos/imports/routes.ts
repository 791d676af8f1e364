import * as calls from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import { type FormRules, withForm } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import {
  cancelImport,
  chooseItems,
  createImport,
  listImports,
  listItems,
  pauseImport,
  receivePart,
  requireImports,
  resumeImport,
  startImport,
  undoImport,
} from './manage-import.ts';

const partRules: FormRules<typeof calls.sendImportPart.shape.body> = {
  fields: calls.sendImportPart.shape.body,
  files: { name: /^part$/, atMost: 1, tooMany: 'importOnePart', bytes: limits.importPartBytes + 1, tooLarge: 'importPartTooLarge' },
  required: { names: ['part', 'offset'], reason: 'importPartMissing' },
};

export const importRoutes = [
  route(calls.listImports, async ({ context, member }) => ({ data: await listImports(context, member) })),
  route(calls.createImport, async ({ context, member, body }) => ({ data: await createImport(context, member, body) })),
  route(calls.sendImportPart, async ({ context, member, params, request }) => {
    await requireImports(context);
    const data = await withForm(request, partRules, ({ fields: { offset }, files }) =>
      receivePart(context, member, { ...params, offset, file: files[0]! }),
    );
    return { data };
  }),
  route(calls.listImportItems, ({ context, member, params, query }) => listItems(context, member, params.id, query)),
  route(calls.chooseImportItems, async ({ context, member, params, body }) => ({
    data: await chooseItems(context, member, params.id, body),
  })),
  route(calls.startImport, async ({ context, member, params, body }) => ({ data: await startImport(context, member, params.id, body) })),
  route(calls.pauseImport, async ({ context, member, params }) => ({ data: await pauseImport(context, member, params.id) })),
  route(calls.resumeImport, async ({ context, member, params }) => ({ data: await resumeImport(context, member, params.id) })),
  route(calls.cancelImport, async ({ context, member, params }) => {
    await cancelImport(context, member, params.id);
    return { message: answers.importEnded };
  }),
  route(calls.undoImport, async ({ context, member, params }) => ({ data: await undoImport(context, member, params.id) })),
];
