import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/photo-page';
import { comments, like } from '@mbari/words/photos';
import { Ellipsis, Flag, Keyboard, Link2, MessageCircle, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { LikeAndLikers } from '~/features/photos/like-and-likers.tsx';
import { SaveButton } from '~/features/photos/save-button.tsx';
import { useLikePhoto } from '~/features/photos/use-like-photo.ts';
import { copyLink } from '~/lib/copy-link.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Menu } from '~/ui/menu.tsx';
import { ShareButton } from './share-button.tsx';
import { addressOf } from './share-post.ts';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** What the viewer may do with a post, as buttons, menus and keys. */
export function PostActions({ photo, among }: { photo: Photo; among: boolean }) {
  const { toggle } = useLikePhoto(photo);
  const { may_edit: mayEdit, may_delete: mayDelete, may_report: mayReport, may_like: mayLike } = photo.viewer;
  const subject = { type: 'photo', id: photo.id } as const;
  const share = useRef<{ open: () => void }>(null);
  const edit = useLazyDialog(async () => (await import('~/features/photos/edit-photo.tsx')).EditPhoto);
  const remove = useLazyDialog(async () => (await import('~/features/photos/delete-photo.tsx')).DeletePhoto);
  const report = useLazyDialog(async () => (await import('~/features/reports/report-dialog.tsx')).ReportDialog);
  const keys = useLazyDialog(async () => (await import('./keys-sheet.tsx')).KeysSheet);
  useKeys({ 'l': mayLike && toggle, 'e': mayEdit && edit.open, 's': () => share.current?.open(), '?': keys.open });
  return (
    <div className="post-actions">
      <Counts photo={photo} onLike={toggle} />
      <span className="ms-auto flex">
        <SaveButton photo={photo} />
        <ShareButton ref={share} photo={photo} />
        <Menu
          label={words.more}
          icon={<Ellipsis {...icon} />}
          items={[
            ...(mayEdit ? [{ label: words.edit, icon: <Pencil {...icon} />, onChoose: edit.open }] : []),
            { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(addressOf(photo)) },
            { label: words.keys, icon: <Keyboard {...icon} />, onChoose: keys.open },
            ...(mayReport ? [{ label: words.report, icon: <Flag {...icon} />, onChoose: report.open }] : []),
            ...(mayDelete ? [{ label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: remove.open, danger: true }] : []),
          ]}
        />
      </span>
      {edit.Dialog && <edit.Dialog photo={photo} onClose={edit.close} />}
      {remove.Dialog && <remove.Dialog photo={photo} onClose={remove.close} />}
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {keys.Dialog && <keys.Dialog several={photo.images.length > 1} among={among} mayEdit={mayEdit} onClose={keys.close} />}
    </div>
  );
}

/** Like, who liked it, and a link to the comments. */
function Counts({ photo, onLike }: { photo: Photo; onLike: () => void }) {
  const subject = { kind: 'photo', id: photo.id } as const;
  return (
    <>
      <LikeAndLikers
        subject={subject}
        label={like}
        liked={photo.is_liked}
        count={photo.likes_count}
        showsNone
        disabled={!photo.viewer.may_like}
        onPress={onLike}
      />
      <a href="#conversation" className="count-button">
        <MessageCircle {...icon} />
        <span className="sr-only">{comments}</span>
        <span>{photo.comments_count}</span>
      </a>
    </>
  );
}
