'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { Link2, Mail, MessageSquareShare, Share2 } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import { addressOf, canShare, shareByMail, shareByWhatsApp, sharePost } from './share-post.ts';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Opens the browser's share dialog, or a menu. */
export function ShareButton({ ref, photo }: { ref: Ref<{ open: () => void }>; photo: Photo }) {
  const menu = useRef<{ open: () => void }>(null);
  const open = () => (canShare() ? void sharePost(photo) : menu.current?.open());
  useImperativeHandle(ref, () => ({ open }));
  if (canShare())
    return (
      <IconButton label={words.share} onClick={open}>
        <Share2 {...icon} />
      </IconButton>
    );
  return (
    <Menu
      ref={menu}
      label={words.share}
      icon={<Share2 {...icon} />}
      items={[
        { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(addressOf(photo)) },
        { label: words.whatsApp, icon: <MessageSquareShare {...icon} />, onChoose: () => shareByWhatsApp(photo) },
        { label: words.email, icon: <Mail {...icon} />, onChoose: () => shareByMail(photo) },
      ]}
    />
  );
}
