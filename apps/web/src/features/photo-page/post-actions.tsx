import type { Photo } from '@mbari/contract/shapes/photos';
import { Ellipsis, Flag, Heart, Keyboard, Link2, Mail, MessageCircle, MessageSquareShare, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useLikePhoto } from '~/features/photos/use-like-photo.ts';
import { copyLink } from '~/lib/copy-link.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { IconButton } from '~/ui/button.tsx';
import { Menu } from '~/ui/menu.tsx';
import { addressOf, sendByMail, sendByWhatsApp, sharePost, sharesByItself } from './share-post.ts';

const small = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** What one can do with a post. What one may not do does not stand there. */
export function PostActs({ photo, among }: { photo: Photo; among: boolean }) {
  const { toggle } = useLikePhoto(photo);
  const { may_edit: mayEdit, may_delete: mayDelete, may_report: mayReport, may_like: mayLike } = photo.viewer;
  const shareMenu = useRef<{ open: () => void }>(null);
  const likers = useLazyDialog(async () => (await import('~/features/photos/likers.tsx')).Likers);
  const edit = useLazyDialog(async () => (await import('~/features/photos/edit-photo.tsx')).EditPhoto);
  const remove = useLazyDialog(async () => (await import('~/features/photos/delete-photo.tsx')).DeletePhoto);
  const report = useLazyDialog(async () => (await import('~/features/reports/report-dialog.tsx')).ReportDialog);
  const keys = useLazyDialog(async () => (await import('./keys-sheet.tsx')).KeysSheet);
  const share = () => (sharesByItself() ? void sharePost(photo) : shareMenu.current?.open());
  useKeys({ l: mayLike && toggle, e: mayEdit && edit.open, s: share, '?': keys.open });
  return (
    <div className="post-acts">
      <button
        type="button"
        className="count-button"
        data-liked={photo.is_liked || undefined}
        aria-pressed={photo.is_liked}
        aria-label="Like"
        title="Like"
        disabled={!mayLike}
        onClick={toggle}
      >
        <Heart {...small} />
      </button>
      <button type="button" className="count-button post-likes" onClick={likers.open}>
        <span className="sr-only">Who liked this: </span>
        <span>{photo.likes_count}</span>
      </button>
      <a href="#conversation" className="count-button">
        <MessageCircle {...small} />
        <span className="sr-only">Comments</span>
        <span>{photo.comments_count}</span>
      </a>
      <span className="ms-auto flex">
        {sharesByItself() ? (
          <IconButton label="Share" onClick={share}>
            <Share2 {...small} />
          </IconButton>
        ) : (
          <Menu
            ref={shareMenu}
            label="Share"
            icon={<Share2 {...small} />}
            items={[
              { label: 'Copy link', icon: <Link2 {...small} />, onChoose: () => void copyLink(addressOf(photo)) },
              { label: 'WhatsApp', icon: <MessageSquareShare {...small} />, onChoose: () => sendByWhatsApp(photo) },
              { label: 'Email', icon: <Mail {...small} />, onChoose: () => sendByMail(photo) },
            ]}
          />
        )}
        <Menu
          label="More"
          icon={<Ellipsis {...small} />}
          items={[
            ...(mayEdit ? [{ label: 'Edit', icon: <Pencil {...small} />, onChoose: edit.open }] : []),
            { label: 'Copy link', icon: <Link2 {...small} />, onChoose: () => void copyLink(addressOf(photo)) },
            { label: 'Keys', icon: <Keyboard {...small} />, onChoose: keys.open },
            ...(mayReport ? [{ label: 'Report', icon: <Flag {...small} />, onChoose: report.open }] : []),
            ...(mayDelete ? [{ label: 'Delete', icon: <Trash2 {...small} />, onChoose: remove.open, danger: true }] : []),
          ]}
        />
      </span>
      {likers.Dialog && <likers.Dialog photoId={photo.id} onClose={likers.close} />}
      {edit.Dialog && <edit.Dialog photo={photo} onClose={edit.close} />}
      {remove.Dialog && <remove.Dialog photo={photo} onClose={remove.close} />}
      {report.Dialog && <report.Dialog subject={{ type: 'photo', id: photo.id }} onClose={report.close} />}
      {keys.Dialog && <keys.Dialog several={photo.images.length > 1} among={among} mayEdit={mayEdit} onClose={keys.close} />}
    </div>
  );
}
