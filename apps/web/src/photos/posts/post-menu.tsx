'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { connectionLost } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  Crosshair,
  DoorOpen,
  Ellipsis,
  Eye,
  Flag,
  Images,
  Keyboard,
  Link2,
  MessageSquare,
  Pencil,
  Trash2,
  UserRound,
} from 'lucide-react';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useLazyDialog, useLazyDialogs } from '~/platform/lib/use-lazy-dialog.ts';
import { Menu } from '~/platform/ui/menu.tsx';
import { addressOf } from './share-post.ts';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface PostMenuProps {
  photo: Photo;
  among: boolean;
  /** Blurs a photo with a content warning again. */
  onHide: (() => void) | false;
}

export function PostMenu({ photo, among, onHide }: PostMenuProps) {
  const { may_edit: mayEdit, may_delete: mayDelete, may_report: mayReport } = photo.viewer;
  const subject = { type: 'photo', id: photo.id } as const;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { Dialog, opener, close } = useLazyDialogs<{ photo: Photo; onClose: () => void }>();
  const edit = opener(async () => (await import('./edit-photo.tsx')).EditPhoto);
  const add = opener(async () => (await import('~/photos/series/add-to-series.tsx')).AddToSeries);
  const hang = opener(async () => (await import('~/photos/exhibitions/hang-work.tsx')).HangWork);
  const name = opener(async () => (await import('~/photos/people-shown/name-people.tsx')).NamePeople);
  const describe = opener(async () => (await import('./describe-row.tsx')).DescribePhoto);
  const ask = opener(async () => (await import('~/photos/critique/ask-critique.tsx')).AskCritique);
  const remove = opener(async () => (await import('./delete-photo.tsx')).DeletePhoto);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const schedule = opener(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);
  const keys = useLazyDialog(async () => (await import('./keys-sheet.tsx')).KeysSheet);
  useKeys({ 'e': mayEdit && edit, '?': keys.open });
  return (
    <>
      <Menu
        label={words.more}
        icon={<Ellipsis {...icon} />}
        items={[
          ...(mayEdit
            ? [
                { label: words.edit, icon: <Pencil {...icon} />, onChoose: edit },
                ...(photo.is_archived || photo.scheduled
                  ? []
                  : [
                      { label: words.addToSeries, icon: <Images {...icon} />, onChoose: add },
                      { label: words.namePeople, icon: <UserRound {...icon} />, onChoose: name },
                      ...(photo.has_critique ? [] : [{ label: words.askCritique, icon: <Crosshair {...icon} />, onChoose: ask }]),
                    ]),
                {
                  label: photo.scheduled ? words.changeTime : photo.is_archived ? words.unarchive : words.archive,
                  icon: photo.scheduled ? <Eye {...icon} /> : <Archive {...icon} />,
                  onChoose: photo.scheduled
                    ? schedule
                    : () =>
                        void import('./archive-post.ts').then(
                          ({ toggleArchived }) => toggleArchived(client, photo),
                          () => toast.error(connectionLost),
                        ),
                },
              ]
            : []),
          ...(!mayEdit && !photo.warning?.is_blurred && photo.images.some(({ alt }) => alt === '')
            ? [{ label: words.describe, icon: <Pencil {...icon} />, onChoose: describe }]
            : []),
          ...(photo.viewer.may_hang ? [{ label: words.hang, icon: <DoorOpen {...icon} />, onChoose: hang }] : []),
          ...(onHide ? [{ label: words.hide, icon: <Eye {...icon} />, onChoose: onHide }] : []),
          { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(addressOf(photo)) },
          ...(photo.is_archived || photo.scheduled
            ? []
            : [
                {
                  label: words.sendInMessage,
                  icon: <MessageSquare {...icon} />,
                  onChoose: () => void navigate({ to: '/messages/new', search: { photo: photo.id } }),
                },
              ]),
          { label: words.keys, icon: <Keyboard {...icon} />, onChoose: keys.open },
          ...(mayReport ? [{ label: words.report, icon: <Flag {...icon} />, onChoose: report.open }] : []),
          ...(mayDelete ? [{ label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: remove, danger: true }] : []),
        ]}
      />
      {Dialog && <Dialog photo={photo} onClose={close} />}
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {keys.Dialog && <keys.Dialog several={photo.images.length > 1} among={among} mayEdit={mayEdit} onClose={keys.close} />}
    </>
  );
}
