import { type Challenge, deleteChallenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { copyLink as copyWords, more } from '@mbari/words/exhibitions';
import { reportChallenge } from '@mbari/words/reports';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Flag, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { challengeDeleted } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { Menu } from '~/platform/ui/menu.tsx';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The menu: the address, editing for organisers, and report for others. */
export function ChallengeActions({ challenge: { id, viewer } }: { challenge: Challenge }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const reported = { type: 'challenge', id } as const;
  return (
    <>
      <Menu
        label={more}
        icon={<Ellipsis {...icon} />}
        items={[
          { label: copyWords, icon: <Link2 {...icon} />, onChoose: () => void copyLink(`${location.origin}/challenges/${id}`) },
          ...(viewer.may_edit
            ? [
                {
                  label: words.edit,
                  icon: <Pencil {...icon} />,
                  onChoose: () => void navigate({ to: '/challenges/$id/{-$part}', params: { id, part: 'edit' } }),
                },
                { label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: () => setAsking(true), danger: true },
              ]
            : [{ label: reportChallenge, icon: <Flag {...icon} />, onChoose: report.open }]),
        ]}
      />
      {asking && (
        <ConfirmAction
          title={words.deleteTitle}
          question={words.deleteQuestion}
          action={words.deleteAction}
          busy={deleting}
          failed={words.deleteFailed}
          done={words.deleted}
          act={async () => {
            await ignoreNotFound(call(deleteChallenge, { params: { id } }));
            await navigate({ to: '/challenges', replace: true });
            challengeDeleted(client, id);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {report.Dialog && <report.Dialog subject={reported} onClose={report.close} />}
    </>
  );
}
