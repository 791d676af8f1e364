import * as words from '@mbari/words/shell';
import { close } from '@mbari/words/ui';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SitePages } from '~/platform/site/site-pages.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { Brand, RailRows } from './rail.tsx';

/** The rail as a modal drawer on phones. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={words.menu}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget || (event.target instanceof Element && event.target.closest('a'))) onClose();
      }}
    >
      <div className="flex min-h-full flex-col px-s3 pb-s4">
        <div className="flex items-center justify-between py-s1">
          <Brand />
          <IconButton label={close} onClick={onClose}>
            <X size={20} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label={words.sidebar} className="flex flex-1 flex-col">
          <RailRows />
        </nav>
        <SitePages className="word text-t15 px-s3" />
      </div>
    </dialog>
  );
}
