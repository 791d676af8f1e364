import { addComment, deleteComment, type Spot } from '@mbari/contract/photos/comments';
import { markHelpful, readCritique, saveCritique } from '@mbari/contract/photos/critique';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { postKey } from '~/platform/lib/query-keys.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';

export type SavedCritique = (typeof saveCritique.shape.body)['_input'];
export type LoadedCritique = (typeof readCritique.shape.answer)['_output']['data'];

export const critiqueOf = (photoId: string) =>
  queryOptions({
    queryKey: [...postKey(photoId), 'critique'],
    queryFn: async ({ signal }) => (await call(readCritique, { params: { id: photoId }, signal })).data,
  });

/** Changes of a critique. Each resolves after the critique was read again. */
export function useCritiqueChanges(photoId: string) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: postKey(photoId) });
  const after = async (change: Promise<unknown>): Promise<void> => {
    await change;
    await readAgain();
  };
  return {
    readAgain,
    save: (body: SavedCritique) => after(call(saveCritique, { params: { id: photoId }, body })),
    markHelpful: (id: string, isHelpful: boolean) => after(call(markHelpful, { params: { id }, body: { is_helpful: isHelpful } })),
    remove: (id: string) => after(call(deleteComment, { params: { id: photoId, commentId: id } })),
    /** Sends a thread about a spot or about the whole photo, or a reply. A retry sends it once. */
    send: async (content: string, to: { replyTo: string } | { spot: Spot | null }) => {
      const scope = `critique ${photoId}`;
      const body = { content, ...('replyTo' in to ? { reply_to: to.replyTo } : { critique: to.spot ?? {} }) };
      await after(call(addComment, { params: { id: photoId }, body, headers: { 'idempotency-key': attemptKey(scope, body) } }));
      attemptAnswered(scope);
    },
  };
}
