import * as calls from '@mbari/contract/photos/series';
import { route } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { answers } from '../../platform/languages.ts';
import { listOwnSeriesRows } from './queries.ts';
import { presentSeries, readSeries, viewOwnSeries } from './read-series.ts';
import { addToSeries, createSeries, deleteSeries, removeFromSeries, updateSeries } from './save-series.ts';

export const seriesRoutes = [
  route(calls.readSeries, ({ context, member, params }) => readSeries(context, member, params.id)),
  route(calls.listOwnSeries, async ({ context, member, query }) => {
    const photoId = query.photo !== undefined && isId(query.photo) ? query.photo : null;
    return { data: (await listOwnSeriesRows(context.db, member.id, photoId)).map(viewOwnSeries) };
  }),
  route(calls.createSeries, async ({ context, member, body }) => {
    const id = await createSeries(context, member, body);
    return { data: await presentSeries(context, member, id), message: answers.seriesCreated };
  }),
  route(calls.updateSeries, async ({ context, member, params, body }) => {
    await updateSeries(context, member, params.id, body);
    return { data: await presentSeries(context, member, params.id), message: answers.seriesSaved };
  }),
  route(calls.deleteSeries, async ({ context, member, params }) => {
    await deleteSeries(context, member, params.id);
    return { message: answers.seriesDeleted };
  }),
  route(calls.addToSeries, async ({ context, member, params }) => {
    await addToSeries(context, member, params.id, params.photoId);
    return { message: answers.addedToSeries };
  }),
  route(calls.removeFromSeries, async ({ context, member, params }) => {
    await removeFromSeries(context, member, params.id, params.photoId);
    return { message: answers.removedFromSeries };
  }),
];
