import { acceptCurating, type Exhibition, removeCurator } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { useGoToOwn } from './leave-exhibition.tsx';

/** Asks a member who is invited to curate. */
export function AnswerInvitation({ exhibition: { id } }: { exhibition: Exhibition }) {
  const client = useQueryClient();
  const { user } = useSession();
  const goToOwn = useGoToOwn(id);
  const accept = useAction(
    async () => exhibitionChanged(client, (await call(acceptCurating, { params: { id } })).data),
    words.saveFailed,
    words.nowCurator,
  );
  const decline = useAction(
    async () => {
      await call(removeCurator, { params: { id, memberId: user?.id ?? '' } });
      await goToOwn();
    },
    words.saveFailed,
    words.invitationDeclined,
  );
  return (
    <section className="exhibition-section exhibition-question" aria-labelledby="exhibition-invitation">
      <h2 id="exhibition-invitation" className="text-t20 font-semibold">
        {words.invited}
      </h2>
      <p>{words.invitedHint}</p>
      <div className="flex flex-wrap gap-s3">
        <Button busy={accept.busy && saving} onClick={() => void accept.run()}>
          {words.acceptInvitation}
        </Button>
        <Button kind="quiet" busy={decline.busy && saving} onClick={() => void decline.run()}>
          {words.decline}
        </Button>
      </div>
    </section>
  );
}
