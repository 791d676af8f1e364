import { acceptAlt, declineAlt } from '@mbari/contract/photos/descriptions';
import type { AltProposal as Proposed, Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/describe';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { notificationsUncertain } from '~/platform/lib/cache-events/notifications.ts';
import { call } from '~/platform/lib/call.ts';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { postKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import './alt-proposal.css';

/** The proposals for a post's images, to its author. */
export function AltProposals({ photo: { id, images }, proposals }: { photo: Photo; proposals: readonly Proposed[] }) {
  return proposals.map((proposal) => {
    const position = images.findIndex((image) => image.id === proposal.image_id) + 1;
    const from = { name: proposal.user.name, b: (name: string) => <b dir="auto">{name}</b> };
    return (
      <section key={proposal.id} className="alt-proposal-card">
        <AltProposal photoId={id} proposal={proposal}>
          <p>
            <Phrase parts={images.length > 1 ? words.proposalFor({ ...from, position }) : words.proposal(from)} />
          </p>
        </AltProposal>
      </section>
    );
  });
}

interface AltProposalProps {
  photoId: string;
  proposal: Pick<Proposed, 'id' | 'text'>;
  /** The proposer, if the screen does not name them. */
  children?: ReactNode;
}

/** A proposed alternative text. The author accepts it as it is, edits it first, or declines it. */
export function AltProposal({ photoId, proposal: { id, text }, children }: AltProposalProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isEditing = edited !== undefined;
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);
  const params = { id: photoId, proposalId: id };
  const afterwards = async () => {
    focusHeading();
    await Promise.all([client.invalidateQueries({ queryKey: postKey(photoId), exact: true }), notificationsUncertain(client)]);
  };
  const accept = useAction(
    async () => {
      await call(acceptAlt, { params, body: { text: edited ?? text } });
      await afterwards();
    },
    words.notSaved,
    words.accepted,
  );
  const decline = useAction(
    async () => {
      await call(declineAlt, { params });
      await afterwards();
    },
    words.notSaved,
    words.declined,
  );
  return (
    <div className="alt-proposal" aria-busy={accept.busy || decline.busy}>
      {children}
      {isEditing ? (
        <TextArea
          ref={field}
          label={words.description}
          maxLength={limits.alt}
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
        />
      ) : (
        <blockquote dir="auto">{text}</blockquote>
      )}
      <div className="flex flex-wrap gap-s2">
        <Button kind="quiet" aria-disabled={edited?.trim() === ''} onClick={() => edited?.trim() !== '' && void accept.run()}>
          {isEditing ? words.save : words.accept}
        </Button>
        {!isEditing && (
          <Button kind="text" onClick={() => setEdited(text)}>
            {words.edit}
          </Button>
        )}
        <Button kind="text" onClick={() => void decline.run()}>
          {words.decline}
        </Button>
      </div>
    </div>
  );
}
